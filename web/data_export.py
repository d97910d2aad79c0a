"""All that the site holds about a person, as a ZIP that is written while it is sent."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any, cast

from allauth.core.ratelimit import consume, respond_429
from django.core.serializers.json import DjangoJSONEncoder
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_POST

from accounts import personal_data, reauthentication
from accounts.models import Person


@reauthentication.require_recent_sign_in
@require_POST
@cache_control(private=True, no_store=True)
def export_personal_data(request: HttpRequest) -> HttpResponseBase:
    """Send the reader their own data."""
    person = cast(Person, request.user)
    if not consume(request, action="export", key=str(person.pk)):
        return cast(HttpResponse, respond_429(request))
    day = timezone.localdate().isoformat()
    return StreamingHttpResponse(
        zip_archive(person),
        content_type="application/zip",
        headers={
            "Content-Disposition": f'attachment; filename="zugpost-{person.pk}-{day}.zip"',
            "Content-Encoding": "identity",  # it is compressed already: no gzip on top
        },
    )


def zip_archive(person: Person) -> Iterator[bytes]:
    """Yield a ZIP of everything in pieces, in the reader's language and time zone."""
    pipe = Pipe()
    with zipfile.ZipFile(pipe, "w", zipfile.ZIP_DEFLATED) as archive:  # type: ignore[call-overload]
        for name, words in _export_files(person):
            archive.writestr(name, words)
            yield pipe.drain()
    yield pipe.drain()


class Pipe:
    """A file that cannot seek and hands on what was written, so that no archive is held whole."""

    def __init__(self) -> None:
        self._held = bytearray()

    def write(self, data: bytes) -> int:
        self._held += data
        return len(data)

    def flush(self) -> None:
        """Do nothing: the reader drains it."""

    def drain(self) -> bytes:
        """Return what was written since the last call."""
        held, self._held = bytes(self._held), bytearray()
        return held


def _export_files(person: Person) -> Iterator[tuple[str, str | bytes]]:
    """Yield each file by its name: structured data as JSON and as text, and texts and bytes as
    they are."""
    # A stream is read after the middleware has ended: language and zone are set for each part.
    yield "README.txt", _call_in_locale(person, _readme_text)
    for module in reversed(personal_data.all_modules()):
        parts = module.export(person)
        while (part := _call_in_locale(person, partial(next, parts, None))) is not None:
            yield from _render_part(*part)


def _call_in_locale(person: Person, say: Callable[[], Any]) -> Any:
    with translation.override(person.language), timezone.override(person.zone):
        return say()


def _render_part(name: str, part: Any) -> Iterator[tuple[str, str | bytes]]:
    if isinstance(part, bytes):
        yield name, part
        return
    if isinstance(part, str):
        yield f"{name}.txt", part
        return
    text = json.dumps(part, cls=DjangoJSONEncoder, ensure_ascii=False, indent=1)
    yield f"{name}.json", text + "\n"
    yield f"{name}.txt", "\n".join(_indented_lines(json.loads(text))) + "\n"


def _indented_lines(value: Any, indent: str = "") -> Iterator[str]:
    """Yield a value line by line, with nested values indented."""
    if not isinstance(value, dict | list):
        yield f"{indent}{'-' if value is None else value}"
    for key, one in _labelled_items(value):
        if isinstance(one, dict | list) and one:
            yield f"{indent}{key}"
            yield from _indented_lines(one, f"{indent}  ")
        else:
            yield f"{indent}{key} {'-' if one in (None, '', [], {}) else one}"


def _labelled_items(value: Any) -> Iterable[tuple[str, Any]]:
    if isinstance(value, dict):
        return ((f"{key}:", one) for key, one in value.items())
    return (("*", one) for one in value) if isinstance(value, list) else ()


def _readme_text() -> str:
    return "\n\n".join(
        (
            _("This is all that the site holds about you, as JSON for programs and as text."),
            _(
                "Of games that are running it holds what you may know of them now. When they are "
                "over, take it again: then everything is open."
            ),
            _(
                "Letters are listed, but their words are not kept: they are written when they "
                "leave. Codes and keys are left out, and so is what others have written for "
                "themselves."
            ),
            "",
        )
    )
