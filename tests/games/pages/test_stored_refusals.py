"""Refusals are shown on a page that a browser can go back to."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Person
from games.models import Game
from games.pages import stored_refusals
from tests.games import skirmishes
from tests.games.skirmishes import MET
from tests.games.test_every_page import plain

LED = {"Sec-Fetch-Mode": "navigate"}
NO_STEP = "d3 to a1"


@pytest.fixture
def game(alice: Person, bob: Person, now: datetime) -> Game:
    people = [alice, bob]
    return skirmishes.tell(skirmishes.begin(people, now=now), people, now=now, upto=MET)


@pytest.fixture
def browser(client: Client, alice: Person) -> Client:
    client.force_login(alice)
    return client


def submit(client: Client, game: Game, text: str, seen: int, **rest: Any) -> Any:
    address = reverse("game_submit", args=[game.pk])
    return client.post(address, {"text": text, "seen": seen}, **rest)


@pytest.mark.parametrize(
    ("text", "status", "words"),
    [(NO_STEP, 422, "None of it counts"), ("d" * 20000, 413, "long")],
)
def test_refusal_redirects_a_browser_and_is_said_once(
    browser: Client, game: Game, text: str, status: int, words: str
) -> None:
    answer = submit(browser, game, text, game.version, headers=LED)
    assert (answer.status_code, answer["Location"]) == (302, f"/games/{game.pk}/")
    page = browser.get(answer["Location"])
    assert page.status_code == status
    assert words in plain(page)
    assert browser.get(answer["Location"]).status_code == 200


def test_refusal_keeps_the_text_that_did_not_count(browser: Client, game: Game) -> None:
    submit(browser, game, NO_STEP, game.version, headers=LED)
    page = browser.get(f"/games/{game.pk}/").content.decode()
    assert f">{NO_STEP}</textarea>" in page


def test_refusal_tells_what_happened_since(browser: Client, game: Game) -> None:
    submit(browser, game, NO_STEP, 1, headers=LED)
    page = browser.get(f"/games/{game.pk}/")
    assert page.status_code == 409
    assert "This happened meanwhile" in plain(page)


def test_refusal_is_told_to_a_program_at_once(browser: Client, game: Game) -> None:
    answer = submit(browser, game, NO_STEP, game.version)
    assert answer.status_code == 422
    assert stored_refusals.SESSION_KEY not in browser.session


def test_refusal_is_said_on_the_page_of_its_game_only(
    browser: Client, game: Game, alice: Person, bob: Person, now: datetime
) -> None:
    other = skirmishes.begin([alice, bob], now=now)
    submit(browser, game, NO_STEP, game.version, headers=LED)
    assert browser.get(f"/games/{other.pk}/").status_code == 200
    assert browser.head(f"/games/{game.pk}/").status_code == 200
    assert browser.get(f"/games/{game.pk}/").status_code == 422


def test_refusal_redirects_with_the_board_rotated_as_before(browser: Client, game: Game) -> None:
    address = f"{reverse('game_check', args=[game.pk])}?turned=2"
    answer = browser.post(address, {"text": NO_STEP, "seen": game.version}, headers=LED)
    assert answer["Location"] == f"/games/{game.pk}/?turned=2"
