"""Limits of letters and forms: each is counted where it is meant, and logged."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest
from django.conf import settings as site
from django.test import Client
from django.urls import reverse

from accounts import reauthentication
from accounts.models import Person
from games.play import bots
from mail.models import Delivery

SIGN_IN, SIGN_UP, EXPORT = map(reverse, ("account_login", "account_signup", "export"))
Door: Any = Callable[[Client], Any]


def sign_in(client: Client, address: str = "alice@example.org") -> Any:
    return client.post(SIGN_IN, {"login": address})


def sign_up(client: Client) -> Any:
    return client.post(SIGN_UP, {"name": "Bob", "email": "bob@example.net"})


def export(client: Client) -> Any:
    client.force_login(Person.objects.get(name="Alice"))
    session = client.session
    session[reauthentication.SESSION_KEY] = 1e12
    session.save()
    return client.post(EXPORT)


def play_as_guest(client: Client) -> Any:
    bots.get_or_create_bots()
    return client.post(reverse("table_play"), {"ruleset": "bollwerk"})


DOORS: Mapping[str, Any] = {
    "signup": sign_up,
    "login": sign_in,
    "letter_asked": sign_in,
    "letter_to": sign_in,
    "letter_place": sign_in,
    "letter_site": sign_in,
    "visitor_session": sign_in,
    "guest_place": play_as_guest,
    "guest_site": play_as_guest,
    "export": export,
}


# Said in a sentence on the page where it is asked for: tests/games/sharing, tests/api.
SAID_ON_PAGES = {"animation", "token_made", "hook_on"}


def test_every_limit_has_a_door() -> None:
    limited = {name for name, rate in site.ACCOUNT_RATE_LIMITS.items() if rate}
    assert limited == set(DOORS) | SAID_ON_PAGES


@pytest.mark.parametrize("name", DOORS)
def test_a_limit_that_is_used_up_is_429_and_logged(
    client: Client, alice: Person, settings: Any, caplog: Any, name: str
) -> None:
    assert DOORS[name](Client()).status_code != 429
    Delivery.objects.all().delete()
    _amount, per = settings.ACCOUNT_RATE_LIMITS[name].split("/", 1)
    settings.ACCOUNT_RATE_LIMITS = {**settings.ACCOUNT_RATE_LIMITS, name: f"0/{per.split(',')[0]}"}
    assert DOORS[name](client).status_code == 429
    assert "too many requests" in caplog.text
    if name != "visitor_session":  # counted when the answer is there
        assert not Delivery.objects.exists()


@pytest.mark.parametrize("name", ["letter_to", "letter_place", "letter_site"])
def test_an_owner_at_a_known_place_is_not_kept_out(
    client: Client, alice: Person, code_for: Callable[[str], str], settings: Any, name: str
) -> None:
    sign_in(client)
    confirm = reverse("account_confirm_login_code")
    client.post(confirm, {"action": "verify", "code": code_for(alice.email)})
    settings.ACCOUNT_RATE_LIMITS = {**settings.ACCOUNT_RATE_LIMITS, name: "0/d/key"}
    assert sign_in(Client()).status_code == 302
    assert sign_in(Client(REMOTE_ADDR="192.0.2.1")).status_code == 429


def test_letters_to_strangers_end_after_thirty_an_hour_from_a_place(alice: Person) -> None:
    def ask(place: str, number: int) -> int:
        answer = sign_in(Client(REMOTE_ADDR=place), f"stranger{number}@example.net")
        return int(answer.status_code)

    assert [ask("192.0.2.1", number) for number in range(31)] == [302] * 30 + [429]
    assert ask("192.0.2.2", 32) == 302


def test_guests_end_after_ten_an_hour_from_a_place(db: None) -> None:
    def begin(place: str) -> int:
        return int(play_as_guest(Client(REMOTE_ADDR=place)).status_code)

    assert [begin("192.0.2.1") for _guest in range(11)] == [302] * 10 + [429]
    assert begin("192.0.2.2") == 302
    assert Person.objects.filter(is_guest=True).count() == 11


def test_guests_of_the_whole_site_are_counted(settings: Any, db: None) -> None:
    settings.ACCOUNT_RATE_LIMITS = {**settings.ACCOUNT_RATE_LIMITS, "guest_site": "2/h/key"}
    places = (f"192.0.2.{number}" for number in range(3))
    answers = [play_as_guest(Client(REMOTE_ADDR=place)).status_code for place in places]
    assert answers == [302, 302, 429]
