"""The page of standing orders: by form, by preset and as text, tried out, for its owner alone."""

from __future__ import annotations

import re
from datetime import datetime
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Person
from games.ahead import standing_orders
from games.models import Game, Standing, StandingDefault
from tests import stage

pytestmark = pytest.mark.django_db

PIECES = stage.set_up() | {"S13": "east K"}


@pytest.fixture
def attack_game(alice: Person, bob: Person, dora: Person, erin: Person, now: datetime) -> Game:
    """East (Erin) is on turn and can take a knight of South (Alice), who can answer."""
    return stage.begin([alice, bob, dora, erin], PIECES, now=now, turn="east")


@pytest.fixture
def signed_in(client: Client, alice: Person) -> Client:
    client.force_login(alice)
    return client


def address(game: Game) -> str:
    return reverse("game_standing", args=[game.pk])


def file(client: Client, game: Game, do: str, **said: Any) -> Any:
    return client.post(address(game), {"do": do, **said})


def filed_lines(game: Game) -> list[str]:
    return standing_orders.standing_text(game.seats.get(name="south")).splitlines()


def test_standing_orders_are_filed_as_typed(signed_in: Client, attack_game: Game) -> None:
    answer = file(signed_in, attack_game, "save", text="pass if lost s\r\nrecapture")
    assert answer.status_code == 302
    assert filed_lines(attack_game) == ["pass if lost S", "recapture with any"]
    page = signed_in.get(address(attack_game)).content.decode()
    assert "Always: recapture with any piece." in page


def test_standing_orders_get_a_line_by_form(signed_in: Client, attack_game: Game) -> None:
    file(signed_in, attack_game, "save", text="pass if lost S")
    said = {"lost": ["E", "C"], "at": "s33", "deed": "recapture", "with": ["K", "S", ""]}
    file(signed_in, attack_game, "add", **said, safe="safe", attacker="left")
    assert filed_lines(attack_game) == [
        "pass if lost S",
        "recapture at S33 with K,S if lost E,C and safe and left neighbour attacks",
    ]


def test_standing_order_lines_are_removed_and_moved_up(
    signed_in: Client, attack_game: Game
) -> None:
    file(signed_in, attack_game, "save", text="pass if lost S\npass if lost E\nask")
    file(signed_in, attack_game, "up", line="2")
    assert filed_lines(attack_game) == ["pass if lost S", "ask", "pass if lost E"]
    file(signed_in, attack_game, "drop", line="0")
    assert filed_lines(attack_game) == ["ask", "pass if lost E"]
    file(signed_in, attack_game, "drop", line="7")
    assert filed_lines(attack_game) == ["ask", "pass if lost E"]


def test_standing_orders_are_filed_from_presets(signed_in: Client, attack_game: Game) -> None:
    file(signed_in, attack_game, "preset", preset="1")
    assert filed_lines(attack_game) == ["recapture with cheapest if safe", "pass"]


def test_standing_orders_are_tried_on_possible_captures(
    signed_in: Client, attack_game: Game
) -> None:
    file(signed_in, attack_game, "save", text="recapture with E")
    page = signed_in.get(address(attack_game)).content.decode()
    assert "Tried on the board as it is" in page
    assert "S33" in page
    assert re.search(r"<dd>\s*Elephant", page)


def test_standing_orders_are_tried_on_past_questions(
    signed_in: Client, attack_game: Game, alice: Person, erin: Person, now: datetime
) -> None:
    stage.hand_in(attack_game, erin, "S13xS33; end", now=now)
    stage.hand_in(attack_game, alice, "pass", now=now)
    file(signed_in, attack_game, "save", text="recapture with E")
    page = signed_in.get(address(attack_game)).content.decode()
    assert "Tried on what you were asked before" in page


@pytest.mark.parametrize("text", ["perhaps", "pass with K", "recapture at S77 with any"])
def test_standing_orders_of_nonsense_are_refused_in_one_sentence(
    signed_in: Client, attack_game: Game, text: str
) -> None:
    answer = file(signed_in, attack_game, "save", text=f"pass if lost S\n{text}")
    assert answer.status_code == 422
    page = answer.content.decode()
    assert f"Line 2: The standing order “{text}” cannot be read." in page
    assert text in page
    assert not Standing.objects.exists()


def test_standing_orders_that_are_too_long_are_refused(
    signed_in: Client, attack_game: Game
) -> None:
    assert file(signed_in, attack_game, "save", text="pass\n" * 2_000).status_code == 422


def test_standing_orders_are_saved_as_default(
    signed_in: Client, attack_game: Game, alice: Person
) -> None:
    file(signed_in, attack_game, "save", text="pass")
    file(signed_in, attack_game, "usual", begin="1")
    assert standing_orders.saved_default(alice, "conquest") == "pass"
    file(signed_in, attack_game, "usual")
    assert not StandingDefault.objects.exists()


@pytest.mark.parametrize("method", ["get", "post"])
def test_standing_orders_page_is_for_players_of_a_running_game(
    method: str, client: Client, attack_game: Game, charlie: Person
) -> None:
    assert getattr(client, method)(address(attack_game)).status_code == 302
    client.force_login(charlie)
    assert getattr(client, method)(address(attack_game)).status_code == 403


def test_standing_orders_page_is_missing_in_games_without(
    signed_in: Client, alice: Person, bob: Person, now: datetime
) -> None:
    game = stage.sit_down([alice, bob], "bollwerk", now=now)
    assert signed_in.get(address(game)).status_code == 404
    assert address(game) not in signed_in.get(reverse("game", args=[game.pk])).content.decode()


def test_standing_orders_page_changes_nothing_by_get(signed_in: Client, attack_game: Game) -> None:
    signed_in.get(address(attack_game), {"do": "save", "text": "pass"})
    assert not Standing.objects.exists()


USUAL = "/preferences/standing/"


def test_standing_default_begins_the_next_games(
    signed_in: Client, alice: Person, bob: Person, dora: Person, erin: Person, now: datetime
) -> None:
    answer = signed_in.post(USUAL, {"ruleset": "conquest", "text": "pass if lost s"})
    assert answer.status_code == 302
    assert "pass if lost S" in signed_in.get(USUAL).content.decode()
    game = stage.sit_down([alice, bob, dora, erin], "conquest", now=now)
    assert standing_orders.standing_text(game.seats.get(person=alice)) == "pass if lost S"
    assert not any(
        standing_orders.standing_text(game.seats.get(person=one)) for one in (bob, dora, erin)
    )


def test_standing_default_leaves_running_games_as_they_are(
    signed_in: Client, attack_game: Game
) -> None:
    signed_in.post(USUAL, {"ruleset": "conquest", "text": "pass"})
    assert filed_lines(attack_game) == []


def test_standing_default_is_saved_from_presets(signed_in: Client, alice: Person) -> None:
    ready = "recapture with cheapest if safe\npass"
    signed_in.post(USUAL, {"ruleset": "grand-conquest", "preset": ready})
    assert standing_orders.saved_default(alice, "grand-conquest") == ready
    signed_in.post(USUAL, {"ruleset": "grand-conquest", "preset": ""})
    assert not StandingDefault.objects.exists()


def test_standing_default_of_nonsense_is_refused(signed_in: Client) -> None:
    answer = signed_in.post(USUAL, {"ruleset": "conquest", "text": "pass\nperhaps"})
    assert answer.status_code == 422
    assert "Line 2: The standing order “perhaps” cannot be read." in answer.content.decode()
    long = signed_in.post(USUAL, {"ruleset": "conquest", "text": "pass\n" * 2_000})
    assert long.status_code == 422
    assert not StandingDefault.objects.exists()


@pytest.mark.parametrize("ruleset", ["bollwerk", "chess", ""])
def test_standing_default_is_missing_for_games_without(signed_in: Client, ruleset: str) -> None:
    answer = signed_in.post(USUAL, {"ruleset": ruleset, "text": "pass"})
    assert answer.status_code == 404
