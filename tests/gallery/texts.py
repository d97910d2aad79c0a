"""Every page, letter and feed of the gallery as plain text, kept to see what a change changes.

The gallery is made without servers, in a database of its own whose clock hardly goes on: so all
that is kept is the same on any machine, on any day and in any order. What is wanted to be otherwise
is kept again by ``make texts``, which lists the differences: look through them before a commit.
"""

from __future__ import annotations

import contextlib
import difflib
import email
import io
import json
import lzma
import os
import re
import tempfile
import zipfile
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from datetime import UTC, datetime
from email.message import EmailMessage
from email.policy import default
from http import HTTPStatus
from pathlib import Path
from typing import Any, TypeAlias, cast
from unittest import mock
from urllib.parse import urljoin

from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.db import connection, transaction
from django.db.migrations.loader import MigrationLoader
from django.http import HttpResponse
from django.test import Client, override_settings
from django.utils import timezone, translation

from conquest.kit.picture.bitmap import NARROWEST
from games import live
from games.letters import pictures
from ops.models import Heartbeat
from tests import database, stage
from tests.gallery import answers, content, feeds, pages, plain
from tests.gallery.content import LANGUAGES
from tests.gallery.feeds import Feed
from tests.gallery.pages import Page
from tests.gallery.site import Gallery

Texts: TypeAlias = dict[str, list[str]]

KEPT = Path(__file__).parent / "texts.json.xz"
ADDRESS = "http://localhost:8000"
LOOKED_AT = datetime(2026, 3, 2, 12, 1, tzinfo=UTC)
STILL = """
    CREATE SEQUENCE public.ticks;
    CREATE FUNCTION public.clock_timestamp() RETURNS timestamptz LANGUAGE sql AS $$
        SELECT timestamptz '2026-03-02 12:00Z' + nextval('public.ticks') * interval '1 ms'
    $$;
    ALTER DATABASE "{}" SET search_path = public, pg_catalog;
"""
FILES = "django.contrib.staticfiles.storage.StaticFilesStorage"
DATE, WRITTEN = re.compile(rb"^Date: .*$", re.MULTILINE), b"Date: Mon, 02 Mar 2026 12:00:30 +0000"
NOTHING_KEPT = {"BACKEND": "django.core.cache.backends.dummy.DummyCache"}
BROWSER = {"accept": "text/html", "sec-fetch-mode": "navigate"}
SCRIPT = {"accept": "application/json"}
HEADS = ("From", "To", "Reply-To", "Subject", "Content-Language", "List-Unsubscribe")


def kept() -> Texts:
    """Return the texts as they are kept, none where nothing is."""
    if not KEPT.exists():
        return {}
    return dict(json.loads(lzma.decompress(KEPT.read_bytes())))


def keep(texts: Texts) -> None:
    """Keep texts in place of those of before."""
    told = json.dumps(texts, ensure_ascii=False, indent=0).encode()
    KEPT.write_bytes(lzma.compress(told, preset=9 | lzma.PRESET_EXTREME))


def differences(before: Texts, after: Texts) -> str:
    """Return what has become of texts, name by name and line by line; "" if all are the same."""
    told = []
    for name in sorted({*before, *after}):
        lines = before.get(name, []), after.get(name, [])
        if lines[0] != lines[1] or name not in before or name not in after:
            told.append(
                "\n".join(
                    (name, *difflib.unified_diff(*lines, "kept", "now", n=3, lineterm=""), "")
                )
            )
    return "\n".join(told)


def made() -> Texts:
    """Make the gallery and return all its texts by name and language."""
    with still() as shown:
        return dict(_texts(shown))


@contextlib.contextmanager
def still() -> Iterator[Gallery]:
    """Fill the gallery in a database and in a folder of its own, without any server."""
    MigrationLoader(connection)  # which must not find the clock of below as some field's default
    with ExitStack() as stack:
        name = stack.enter_context(database.copied("texts"))
        stack.enter_context(database.connected(name))
        _still_clock(name)
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        (folder / "static").mkdir()
        stack.enter_context(override_settings(**_settings(folder)))
        stack.enter_context(mock.patch.object(timezone, "now", return_value=LOOKED_AT))
        stack.enter_context(mock.patch.object(pictures, "WIDTH_PIXELS", NARROWEST))
        for model in (Authenticator, UserSession):  # which have taken the clock from where it was
            field = model._meta.get_field("created_at")
            stack.enter_context(mock.patch.object(field, "_get_default", return_value=LOOKED_AT))
        stack.enter_context(stage.seeded(bytes(range(32))))
        stack.enter_context(translation.override(settings.LANGUAGE_CODE))
        shown = content.fill()
        letters = content.write_letters(folder / "letters", ADDRESS)
        letters |= answers.write_answers(shown, folder / "letters", ADDRESS)
        # A task leaves one only where something has loaded the workers' application before.
        Heartbeat.objects.all().delete()
        _date(folder / "letters")
        yield Gallery(ADDRESS, shown, letters)


def _still_clock(name: str) -> None:
    """Let each look at the clock of a database be a millisecond after the one before."""
    with connection.cursor() as cursor:
        cursor.execute(STILL.format(name))
    connection.close()  # the next one looks for the clock there


def _date(folder: Path) -> None:
    """Let letters have been written by the clock, one after the other."""
    for path in folder.iterdir():
        path.write_bytes(DATE.sub(WRITTEN, path.read_bytes(), count=1))
        number = int(path.name.split("-")[1])
        os.utime(path, ns=(number, number))


def _settings(folder: Path) -> dict[str, Any]:
    caches: Any = settings.CACHES
    pictures = {**caches["pictures"], "LOCATION": folder / "pictures"}
    return {
        "CACHES": {**caches, "records": NOTHING_KEPT, "pictures": pictures},
        "DEBUG": False,
        "LETTERS_AT_ONCE": 1,
        "LETTERS_DIR": folder / "letters",
        "LETTER_HOLD": 0,
        "PERSON_BUDGET": 0,
        "PLAY": True,
        "REPLY_ADDRESS": content.REPLIES,
        "SECRET_KEY": "for texts only",
        "SITE_URL": ADDRESS,
        "STATIC_ROOT": folder / "static",  # each client lists what is there
        "STORAGES": {**settings.STORAGES, "staticfiles": {"BACKEND": FILES}},
    }


def _texts(shown: Gallery) -> Iterator[tuple[str, list[str]]]:
    for language in LANGUAGES:
        shown.speak(language)
        for name, page in pages.pages(shown).items():
            if not name.startswith("letter-"):  # which stand below, with their text
                with _apart():
                    yield f"{name} {language}", _page(page, shown, language)
        for name, feed in feeds.feeds(shown).items():
            with _apart():
                yield f"feed {name} {language}", _feed(feed, shown, language)
    for name, file in sorted(shown.letters.items()):
        yield f"letter {name}", _letter(Path(settings.LETTERS_DIR) / f"{file}.eml")


@contextlib.contextmanager
def _apart() -> Iterator[None]:
    """Let nothing that is looked at change what is seen of others."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def _page(page: Page, shown: Gallery, language: str) -> list[str]:
    if page.template:
        return plain.of_html(page.stood_in(language))
    client = _client(shown, page.who, language, is_strict=not page.is_signed)
    answer = _sent(client, page.path, page.post, BROWSER)
    answer = _led(client, answer, {HTTPStatus.SEE_OTHER})
    assert answer.status_code == page.status, f"{page.path}: {answer.status_code}"
    return _lines(_led(client, answer, {HTTPStatus.SEE_OTHER, HTTPStatus.FOUND}))


def _feed(feed: Feed, shown: Gallery, language: str) -> list[str]:
    heads = SCRIPT | ({live.HEADER: live.sign_pass(feed.shows)} if feed.shows else {})
    return _lines(_sent(_client(shown, feed.who, language), feed.path, feed.post, heads))


def _client(shown: Gallery, who: str, language: str, *, is_strict: bool = False) -> Client:
    client = Client(SERVER_NAME="localhost", SERVER_PORT="8000", enforce_csrf_checks=is_strict)
    for cookie in shown.cookies(who, django_language=language):
        client.cookies[cookie["name"]] = cookie["value"]
    return client


def _sent(
    client: Client, path: str, post: Mapping[str, str] | None, heads: Mapping[str, str]
) -> HttpResponse:
    if post is None:
        return cast(HttpResponse, client.get(path, headers=heads))
    return cast(HttpResponse, client.post(path, dict(post), headers=heads))


def _led(client: Client, answer: HttpResponse, how: set[HTTPStatus]) -> HttpResponse:
    """Go where an answer leads, as browsers do."""
    while answer.status_code in how:
        answer = _sent(client, urljoin(ADDRESS, answer.headers["Location"]), None, BROWSER)
    return answer


def _lines(answer: HttpResponse) -> list[str]:
    """Return an answer line by line, of what kind it is first."""
    kind, told = answer.headers.get("Content-Type", ""), answer.getvalue()
    return [f"{answer.status_code} {kind}", *_said(kind.partition(";")[0], told)]


def _said(kind: str, told: bytes) -> list[str]:
    if kind == "application/zip":
        return _packed(told)
    if kind == "text/html":
        return plain.of_html(told.decode())
    return (
        plain.of_data(json.loads(told)) if kind.endswith("json") else plain.of_text(told.decode())
    )


def _packed(told: bytes) -> list[str]:
    with zipfile.ZipFile(io.BytesIO(told)) as packed:
        files = {name: packed.read(name).decode() for name in packed.namelist()}
    return [line for name, words in files.items() for line in (f"# {name}", *plain.of_text(words))]


def _letter(path: Path) -> list[str]:
    """Return the head of a letter, its text and its HTML part."""
    message = email.message_from_bytes(path.read_bytes(), policy=default)
    assert isinstance(message, EmailMessage)
    heads = [f"{name}: {message[name]}" for name in HEADS if name in message]
    text, html = message.get_body(("plain",)), message.get_body(("html",))
    assert text is not None
    assert html is not None
    words = plain.of_text("\n".join((*heads, "", text.get_content())))
    return [*words, "# HTML", *plain.of_html(html.get_content())]
