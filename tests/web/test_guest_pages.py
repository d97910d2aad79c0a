"""Pages that are closed to guests: every new one, until it is listed as open."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import transaction
from django.test import Client

from accounts.models import Person
from tests.test_doors import PATTERNS, Site, session_cookie, site
from web import guest_pages

__all__ = ["site"]
CLOSED = sorted(set(PATTERNS) - guest_pages.OPEN)


@pytest.fixture
def guest(client: Client, db: None) -> Person:
    guest = Person.objects.create_user("g@guest.invalid", name="Guest 1", is_guest=True)
    client.force_login(guest)
    return guest


def test_the_pages_open_to_guests_exist() -> None:
    assert guest_pages.OPEN - set(PATTERNS) == set()


def test_a_page_that_is_not_listed_is_closed_to_guests(
    client: Client, guest: Person, site: Site
) -> None:
    for name in CLOSED:
        address = site.address(name, PATTERNS[name])
        for method in ("get", "post"):
            answer = getattr(client, method)(address)
            assert answer.status_code == 403, name
            assert "This needs an account" in answer.content.decode(errors="replace"), name
        script = client.post(address, headers={"Accept": "application/json"})
        assert (script.status_code, [*script.json()]) == (403, ["trouble"]), name


def test_the_administration_and_unlisted_pages_are_closed_to_guests(
    client: Client, guest: Person
) -> None:
    assert client.get("/admin/").status_code == 403
    assert client.get("/admin/accounts/person/").status_code == 403
    assert "game_takeover" in CLOSED
    assert "table_join" in CLOSED


def test_a_listed_page_answers_guests(guest: Person, site: Site, settings: Any) -> None:
    """As it does any stranger: never with an error. Nothing of it lasts."""
    settings.PLAY = True
    signed_in = {"cookie": session_cookie(guest)}
    for name in sorted(guest_pages.OPEN):
        address = site.address(name, PATTERNS[name])
        for method in ("get", "post"):
            data = {"data": site.fields(name)} if method == "post" else {}
            with transaction.atomic():
                answer = getattr(Client(headers=signed_in), method)(address, **data)
                transaction.set_rollback(True)
            assert answer.status_code < 500 or name == "readyz", name
            assert "This needs an account" not in answer.content.decode(errors="replace"), name
