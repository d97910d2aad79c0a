"""Shows the letters kept as files, as a mail program would; only on a site for trying out.

Nothing is fetched from anywhere: the HTML part stands in a frame that may run nothing and load
nothing but its own pictures.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from email.message import EmailMessage
from email.parser import BytesParser
from email.policy import default
from functools import wraps
from pathlib import Path
from typing import TypeAlias

from csp.constants import SELF
from csp.decorators import csp_update
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.clickjacking import xframe_options_sameorigin
from django.views.decorators.http import require_safe

from mail import times

MAX_LISTED = 100
PAPER = (
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; "
    "img-src 'self'; style-src 'unsafe-inline'"
)


@dataclass(frozen=True, slots=True)
class StoredLetter:
    """A letter in its file: ``name`` is the file's, without its ending."""

    name: str
    message: EmailMessage

    @property
    def subject(self) -> str:
        return str(self.message["Subject"])

    @property
    def sender(self) -> str:
        return str(self.message["From"])

    @property
    def recipient(self) -> str:
        return str(self.message["To"])

    @property
    def sent_at(self) -> datetime:
        """When it was sent, in the zone its head names; a head that names none means UTC."""
        moment: datetime = self.message["Date"].datetime
        return moment if moment.tzinfo else moment.replace(tzinfo=UTC)

    @property
    def sent_at_words(self) -> str:
        """The same in words."""
        return times.zoned_time(self.sent_at)

    @property
    def headers(self) -> list[tuple[str, str]]:
        return [(name, str(value)) for name, value in self.message.items()]

    @property
    def text(self) -> str:
        return self._body_part("plain")

    @property
    def html(self) -> str:
        """The HTML part; its pictures are addresses of this site, its links open a new page."""
        html = self._body_part("html")
        for cid in self.pictures:
            address = reverse("letter_picture", args=[self.name, cid])
            html = html.replace(f'"cid:{cid}"', f'"{address}"')
        return html.replace("<head>", '<head><base target="_blank">', 1)

    @property
    def pictures(self) -> dict[str, bytes]:
        """The pictures by their Content-ID."""
        return {
            part["Content-ID"].strip("<>"): part.get_content()
            for part in self.message.walk()
            if isinstance(part, EmailMessage) and part.get_content_type() == "image/png"
        }

    def _body_part(self, subtype: str) -> str:
        part = self.message.get_body((subtype,))
        return part.get_content() if part else ""


View: TypeAlias = Callable[..., HttpResponseBase]


def _require_trial_site(view: View) -> View:
    @wraps(view)
    def guarded(request: HttpRequest, **names: str) -> HttpResponseBase:
        if not settings.PLAY:
            raise Http404
        return view(request, **names)

    return never_cache(require_safe(guarded))


@_require_trial_site
def letter_list(request: HttpRequest) -> HttpResponse:
    """List the letters, the latest first."""
    return render(request, "mail/letters.html", {"letters": list(_latest_letters())})


@_require_trial_site
@csp_update({"frame-src": [SELF]})  # type: ignore[arg-type]
def letter_page(request: HttpRequest, name: str) -> HttpResponse:
    """Show a letter: its head, its HTML part in a frame, its text part and all headers."""
    return render(request, "mail/letter.html", {"letter": _load_letter(name)})


@_require_trial_site
@xframe_options_sameorigin
def letter_html(request: HttpRequest, name: str) -> HttpResponse:
    """Return the HTML part, for the frame."""
    return HttpResponse(_load_letter(name).html, headers={"Content-Security-Policy": PAPER})


@_require_trial_site
def letter_picture(request: HttpRequest, name: str, cid: str) -> HttpResponse:
    """Return a picture of a letter, also to the frame, which counts as another site."""
    png = _load_letter(name).pictures.get(cid)
    if png is None:
        raise Http404
    headers = {"Cross-Origin-Resource-Policy": "cross-origin"}
    return HttpResponse(png, content_type="image/png", headers=headers)


def _letter_files() -> dict[str, Path]:
    """Return the kept files by name: nothing else can be asked for."""
    return {path.stem: path for path in Path(settings.LETTERS_DIR).glob("*.eml")}


def _latest_letters() -> Iterator[StoredLetter]:
    files = sorted(
        _letter_files().items(), key=lambda file: file[1].stat().st_mtime_ns, reverse=True
    )
    for name, path in files[:MAX_LISTED]:
        yield StoredLetter(name, _read_message(path, head_only=True))


def _load_letter(name: str) -> StoredLetter:
    path = _letter_files().get(name)
    if path is None:
        raise Http404
    return StoredLetter(name, _read_message(path))


def _read_message(path: Path, *, head_only: bool = False) -> EmailMessage:
    with path.open("rb") as file:
        message = BytesParser(policy=default).parse(file, headersonly=head_only)
    assert isinstance(message, EmailMessage)
    return message
