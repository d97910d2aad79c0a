"""Every address of the site: what browsers are told, and that no form works without its token."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import timedelta
from html.parser import HTMLParser
from time import time
from typing import Any

import pytest
from django.conf import settings as site_settings
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from accounts import sessions, unsubscribe
from accounts.models import Person
from games.models import Game
from mail.models import Delivery
from ops import heartbeats, readiness
from ops.ticks import TICKS
from tests import passkeys

POLICY = {
    "default-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "img-src 'self'",
    "object-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
}
FRAMED = {"game_embed"}  # pages that other sites show, without scripts and forms
FRAMED_POLICY = {
    *(POLICY - {"form-action 'self'", "frame-ancestors 'none'", "script-src 'self'"}),
    "form-action 'none'",
    "frame-ancestors *",
    "script-src 'none'",
}
ON_OTHER_SITES = {
    *FRAMED, "game_preview", "game_step_png", "game_step_svg", "oembed", "table_preview"
}  # fmt: skip
# What names no reader, and scripts ask for.
SAME_TO_ALL = {
    "archive_json", "dumps_json", "fairness_chain", "openings_json", "record_keys_json",
    *ON_OTHER_SITES,
}  # fmt: skip
ALWAYS = {
    "X-Frame-Options": "DENY",
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), "
    "publickey-credentials-create=(self), publickey-credentials-get=(self), usb=()",
}
OPEN = {
    "unsubscribe",  # RFC 8058: mail programs post to it, and know no token
    "never",  # the same
    "news",  # opened by the pass of a page, which no other site has
}


def names(patterns: list[URLPattern | URLResolver]) -> Iterator[URLPattern]:
    """Walk all patterns but those of the administration, whose first page stands for them, and
    those of the API, which answers no browsers."""
    for pattern in patterns:
        if isinstance(pattern, URLPattern):
            yield pattern
        elif pattern.namespace not in ("admin", "api"):
            yield from names(pattern.url_patterns)


PATTERNS = sorted({str(pattern.name) for pattern in names(get_resolver().url_patterns)})


@pytest.fixture
def addresses(game: Game, alice: Person) -> dict[str, str]:
    """Return an address for every name."""
    told: dict[str, Any] = {
        "pk": game.pk,
        "key": game.invite_key,
        "slug": game.ruleset,
        "token": unsubscribe.unsubscribe_url(alice).rstrip("/").rpartition("/")[2],
        "name": "letter",
        "cid": "board",
        "number": 1,
        "month": "2026-03",
        "remark": 1,
        "stage": 1,
        "group": 1,
        "form": "json",
        "what": "warn",
    }
    found = {"admin": reverse("admin:index")}
    for pattern in names(get_resolver().url_patterns):
        wanted = pattern.pattern.regex.groupindex
        found[str(pattern.name)] = reverse(
            str(pattern.name), kwargs={part: told[part] for part in wanted}
        )
    return found


class Page(HTMLParser):
    """Collects what a strict policy forbids, and forms that post without a token."""

    def __init__(self, text: str, needs_no_token: bool) -> None:
        super().__init__()
        self.faults: list[str] = []
        self.posting, self.token, self.needs_no_token = False, False, needs_no_token
        self.feed(text)

    def handle_starttag(self, tag: str, given: list[tuple[str, str | None]]) -> None:
        attributes = dict(given)
        inline = [name for name in attributes if name == "style" or name.startswith("on")]
        self.faults += [f"<{tag} {name}>" for name in inline]
        if tag == "style" or (tag == "script" and not self._is_harmless(attributes)):
            self.faults.append(f"<{tag}>")
        if tag == "form":
            self.posting = (attributes.get("method") or "").lower() == "post"
            self.token = self.needs_no_token
        if tag == "input" and attributes.get("name") == "csrfmiddlewaretoken":
            self.token = True

    def handle_endtag(self, tag: str) -> None:
        if tag == "form" and self.posting and not self.token:
            self.faults.append("a form without its token")

    @staticmethod
    def _is_harmless(attributes: dict[str, str | None]) -> bool:
        return "src" in attributes or attributes.get("type") == "application/json"


def _see_that_all_is_well(monkeypatch: pytest.MonkeyPatch) -> None:
    """For as long as it takes to look at all pages."""
    monkeypatch.setattr(readiness, "SLACK", timedelta(days=1))
    monkeypatch.setattr(readiness, "SKEW_SECONDS", 60)
    for kind in TICKS:
        heartbeats.record_heartbeat(kind)
    Delivery.objects.update(status=Delivery.Status.WITHDRAWN)


@pytest.mark.parametrize("who", ["visitor", "alice", "administrator"])
def test_headers_of_every_address_tell_browsers_to_be_strict(
    client: Client,
    alice: Person,
    addresses: dict[str, str],
    settings: Any,
    monkeypatch: pytest.MonkeyPatch,
    who: str,
) -> None:
    settings.PLAY = True
    _see_that_all_is_well(monkeypatch)
    Person.objects.filter(pk=alice.pk).update(
        is_staff=who == "administrator", is_superuser=who == "administrator"
    )
    if who != "visitor":
        passkeys.sign_in(client, alice)
    for name, address in addresses.items():
        answer = client.get(address)
        policy = set(answer["Content-Security-Policy"].split("; "))
        assert policy >= (FRAMED_POLICY if name in FRAMED else POLICY), name
        assert {header: answer.get(header) for header in ALWAYS} == _headers_of(name), name
        assert answer["Referrer-Policy"] in ("same-origin", "no-referrer"), name
        kept = "public" if name in SAME_TO_ALL else "private|no-store"
        assert re.search(kept, answer["Cache-Control"]), name
        assert answer.status_code < 500, name


@pytest.mark.parametrize(("hours_away", "kept"), [(2, "private"), (0, "public")])
def test_no_shared_cache_keeps_a_cookie(
    client: Client, alice: Person, addresses: dict[str, str], hours_away: int, kept: str
) -> None:
    """Once an hour the session is written, and its cookie comes with whatever was asked for."""
    passkeys.sign_in(client, alice)
    for name in sorted(SAME_TO_ALL):
        session = client.session
        session[sessions.SEEN] = time() - hours_away * sessions.OFTEN
        session.save()
        answer = client.get(addresses[name])
        told = set(answer["Cache-Control"].split(", "))
        assert told & {"private", "public"} == {kept}, name
        assert (hours_away > 0) == (site_settings.SESSION_COOKIE_NAME in answer.cookies), name


def _headers_of(name: str) -> dict[str, str | None]:
    """Return the headers that an address has: what other sites may show, or may not."""
    shown = {"Cross-Origin-Resource-Policy": "cross-origin"} if name in ON_OTHER_SITES else {}
    framed = {"X-Frame-Options": None} if name in FRAMED else {}
    return {**ALWAYS, **shown, **framed}


@pytest.mark.parametrize("signed_in", [False, True])
def test_pages_have_tokens_in_forms_and_nothing_inline(
    client: Client, alice: Person, addresses: dict[str, str], settings: Any, signed_in: bool
) -> None:
    settings.PLAY = True
    if signed_in:
        client.force_login(alice)
    seen = 0
    for name, address in addresses.items():
        answer = client.get(address)
        if answer["Content-Type"].startswith("text/html"):
            seen += 1
            assert Page(answer.content.decode(), name in OPEN).faults == [], name
    assert seen > 10


def test_a_form_without_its_token_is_not_taken(alice: Person, addresses: dict[str, str]) -> None:
    careful = Client(enforce_csrf_checks=True)
    careful.force_login(alice)
    taken = {name for name in PATTERNS if careful.post(addresses[name]).status_code != 403}
    assert taken == OPEN


@pytest.mark.django_db
@pytest.mark.parametrize(("address", "status"), [("/help/", 301), ("/healthz", 200)])
def test_people_are_led_to_https_and_a_probe_is_answered(
    client: Client, settings: Any, address: str, status: int
) -> None:
    settings.SECURE_SSL_REDIRECT = True
    assert client.get(address).status_code == status
