"""Forms with mistakes: a browser that sent one is led to the page that says what is wrong."""

from __future__ import annotations

import time
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Person
from games.models import Game
from web import redirects

LED = {"Sec-Fetch-Mode": "navigate"}
WRONG = {"name": "", "email": "alice@example.org"}


@pytest.mark.parametrize("name", ["preferences", "table_new", "account_login"])
def test_a_browser_is_led_to_the_form_with_its_mistakes_once(
    client: Client, alice: Person, name: str
) -> None:
    """And no script that asks for the same page meanwhile takes it away."""
    if name != "account_login":
        client.force_login(alice)
    address = f"{reverse(name)}?ruleset=conquest"
    at_once = client.post(address, {"title": "x" * 500})
    led = client.post(address, {"title": "x" * 500}, headers=LED)
    assert (led.status_code, led["Location"]) == (303, address)
    beside = client.get(address, headers={"Sec-Fetch-Mode": "cors"})
    assert beside.content.count(b"errorlist") == 0
    shown = client.get(address, headers=LED)
    assert (shown.status_code, shown.content.count(b"errorlist")) == (
        at_once.status_code,
        at_once.content.count(b"errorlist"),
    )
    assert shown.content.count(b"errorlist") > 0
    assert "store" in shown["Cache-Control"] or "no-cache" in shown["Cache-Control"]
    again = client.get(address, headers=LED)
    assert (again.status_code, again.content.count(b"errorlist")) == (200, 0)


def test_wrong_invitations_lead_to_the_page_of_their_table(
    client: Client, alice: Person, table: Game
) -> None:
    client.force_login(alice)
    wrong = {"addresses": "nobody"}
    led = client.post(reverse("table_invite", args=[table.pk]), wrong, headers=LED)
    assert led["Location"] == reverse("table", args=[table.pk])
    assert client.get(led["Location"], headers=LED).status_code == 422


def test_a_form_with_mistakes_that_nobody_fetches_is_forgotten(
    client: Client, alice: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    client.force_login(alice)
    address = client.post(reverse("preferences"), WRONG, headers=LED)["Location"]
    late = time.time() + redirects.MAX_AGE + 1
    monkeypatch.setattr(time, "time", lambda: late)
    assert client.get(address, headers=LED).status_code == 200


def test_other_programs_get_a_form_with_mistakes_at_once(client: Client, alice: Person) -> None:
    client.force_login(alice)
    assert client.post(reverse("preferences"), WRONG).status_code == 422


def test_a_form_that_breaks_leads_nowhere(client: Client, settings: Any, db: None) -> None:
    client.raise_request_exception = False
    settings.ACCOUNT_FORMS = {"login": "accounts.sign_in_forms.Missing"}
    assert client.post(reverse("account_login"), {}, headers=LED).status_code == 500
