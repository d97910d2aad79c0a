"""Plans in URLs: where pieces are hidden, nobody but their author can read them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime
from html import unescape
from typing import Any
from urllib.parse import parse_qs, unquote_plus, urlsplit

import pytest
from django.test import Client, override_settings
from django.urls import reverse

from accounts.models import Person
from conquest import registry
from games.models import Draft, Game
from games.planner import composer, drafts
from games.planner.plan_crypto import MARK, decrypt_plan, encrypt_plan

CAMP = "muster b1 scout, c1 guard"
HREF = re.compile(r'(?:href|action|data-address)="([^"]*)"')
SKIRMISH, OPEN = registry.get_ruleset("skirmish"), registry.get_ruleset("conquest")


def addresses(answer: Any) -> list[str]:
    """Return all addresses of a page."""
    return [unescape(one) for one in HREF.findall(answer.content.decode())]


def plans(answer: Any) -> Iterator[str]:
    """Yield the plans in the addresses of a page, as they stand there."""
    for address in addresses(answer):
        query = parse_qs(urlsplit(address).query)
        yield from (*query.get("plan", ()), *query.get("past", ()))


def orders_field(answer: Any) -> str:
    """Return the orders of the page's form."""
    found = re.search(r'<textarea[^>]*id="orders"[^>]*>([^<]*)<', answer.content.decode())
    assert found
    return unescape(found[1]).strip()


@pytest.mark.parametrize("words", ["muster b1 scout", "d1-d2; d2-d3", "ä"])
def test_encrypted_plan_opens_for_its_author_alone(words: str) -> None:
    closed = encrypt_plan(words, SKIRMISH, 7)
    assert closed.startswith(MARK)
    assert words not in closed
    assert decrypt_plan(closed, 7) == words
    assert [decrypt_plan(closed, person) for person in (8, None)] == ["", ""]
    assert encrypt_plan(words, SKIRMISH, 7) == closed


@pytest.mark.parametrize("altered", ["x", "=", "%", "ä", "A" * 40])
def test_changed_encrypted_plan_does_not_open(altered: str) -> None:
    closed = encrypt_plan("muster b1 scout", SKIRMISH, 7)
    assert decrypt_plan(closed[:-3] + altered, 7) == ""
    assert decrypt_plan(MARK + altered, 7) == ""


def test_plans_of_open_games_and_of_nobody_are_not_encrypted() -> None:
    assert encrypt_plan("S40-S29", OPEN, 7) == "S40-S29"
    assert encrypt_plan("muster b1 scout", SKIRMISH, None) == "muster b1 scout"
    assert decrypt_plan("S40-S29", 7) == "S40-S29"


def test_plan_encrypted_by_an_old_key_opens() -> None:
    with override_settings(SECRET_KEY="the key of before, which is retired"):
        closed = encrypt_plan("muster b1 scout", SKIRMISH, 7)
    assert decrypt_plan(closed, 7) == ""
    with override_settings(SECRET_KEY_FALLBACKS=["the key of before, which is retired"]):
        assert decrypt_plan(closed, 7) == "muster b1 scout"


@pytest.mark.django_db
def test_plan_of_a_setup_is_in_no_url(owner: Client, mustering: Game, alice: Person) -> None:
    """Each of its links leads on with the plan all the same."""
    page, trial = reverse("game", args=[mustering.pk]), reverse("game_try", args=[mustering.pk])
    closed = encrypt_plan(CAMP, SKIRMISH, alice.pk)
    asked = [(page, {"piece": "b1"}), (page, {"tool": "scout"}), (trial, {})]
    pages = [owner.get(address, {"plan": closed, **more}) for address, more in asked]
    for answer in pages:
        assert not [one for one in addresses(answer) if "b1 scout" in unquote_plus(one)]
    found = {plan for answer in pages for plan in plans(answer) if plan}
    assert found
    assert all(plan.startswith(MARK) for plan in found)
    followed = {orders_field(owner.get(page, {"plan": plan})) for plan in found}
    assert CAMP in followed


@pytest.mark.django_db
def test_plan_in_a_url_would_be_found(
    owner: Client, mustering: Game, alice: Person, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Control."""
    monkeypatch.setattr(composer, "encrypt_plan", lambda words, rules, person: words)
    drafts.save_draft(
        mustering.seats.get(person=alice),
        alice,
        CAMP,
        version=mustering.version,
        seen=None,
        now=now,
    )
    shown = owner.get(reverse("game", args=[mustering.pk]))
    assert [one for one in addresses(shown) if "b1 scout" in unquote_plus(one)]


@pytest.mark.django_db
def test_encrypted_plan_does_not_open_for_the_other_side(
    owner: Client, mustering: Game, alice: Person, bob: Person
) -> None:
    closed = encrypt_plan(CAMP, SKIRMISH, alice.pk)
    client = Client()
    client.force_login(bob)
    answer = client.get(reverse("game", args=[mustering.pk]), {"plan": closed})
    assert "scout, c1 guard" not in answer.content.decode()
    assert orders_field(answer) == ""


@pytest.mark.django_db
def test_encrypted_plan_is_passed_on_by_a_script(
    owner: Client, mustering: Game, alice: Person
) -> None:
    address, closed = (
        reverse("game_plan", args=[mustering.pk]),
        encrypt_plan(CAMP, SKIRMISH, alice.pk),
    )
    answer = owner.post(address, {"text": closed}, headers={"accept": "application/json"})
    assert answer.json()["text"] == CAMP
    assert Draft.objects.get().text == CAMP


@pytest.mark.django_db
def test_plan_waits_in_the_session_for_a_sign_in(
    client: Client, mustering: Game, alice: Person
) -> None:
    answer = client.post(reverse("game_check", args=[mustering.pk]), {"text": CAMP})
    assert "scout" not in answer["Location"]
    client.force_login(alice)
    page = reverse("game", args=[mustering.pk])
    assert [orders_field(client.get(page)), orders_field(client.get(page))] == [CAMP, ""]
