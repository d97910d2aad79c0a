"""The page of standing orders: by form, ready-made and as text, tried out, for its owner alone."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Person
from games.models import Game, Standing, StandingDefault
from games.play import standing_orders
from tests import stage

pytestmark = pytest.mark.django_db

PIECES = stage.set_up() | {"S13": "east K"}


@pytest.fixture
def attacked(alice: Person, bob: Person, dora: Person, erin: Person, now: datetime) -> Game:
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


def filed(game: Game) -> list[str]:
    return standing_orders.standing_text(game.seats.get(name="south")).splitlines()


def test_it_files_what_is_typed(signed_in: Client, attacked: Game) -> None:
    answer = file(signed_in, attacked, "save", text="pass if lost s\r\nrecapture")
    assert answer.status_code == 302
    assert filed(attacked) == ["pass if lost S", "recapture with any"]
    page = signed_in.get(address(attacked)).content.decode()
    assert "Always: recapture with any piece." in page


def test_it_adds_a_line_of_the_form(signed_in: Client, attacked: Game) -> None:
    file(signed_in, attacked, "save", text="pass if lost S")
    said = {"lost": ["E", "C"], "at": "s33", "deed": "recapture", "with": ["K", "S", ""]}
    file(signed_in, attacked, "add", **said, safe="safe", attacker="left")
    assert filed(attacked) == [
        "pass if lost S",
        "recapture at S33 with K,S if lost E,C and safe and left neighbour attacks",
    ]


def test_it_takes_lines_away_and_moves_them_up(signed_in: Client, attacked: Game) -> None:
    file(signed_in, attacked, "save", text="pass if lost S\npass if lost E\nask")
    file(signed_in, attacked, "up", line="2")
    assert filed(attacked) == ["pass if lost S", "ask", "pass if lost E"]
    file(signed_in, attacked, "drop", line="0")
    assert filed(attacked) == ["ask", "pass if lost E"]
    file(signed_in, attacked, "drop", line="7")
    assert filed(attacked) == ["ask", "pass if lost E"]


def test_it_takes_ready_made_ones(signed_in: Client, attacked: Game) -> None:
    file(signed_in, attacked, "preset", preset="1")
    assert filed(attacked) == ["recapture with cheapest if safe", "pass"]


def test_it_tries_them_on_what_could_be_taken_now(signed_in: Client, attacked: Game) -> None:
    file(signed_in, attacked, "save", text="recapture with E")
    page = signed_in.get(address(attacked)).content.decode()
    assert "Tried on the board as it is" in page
    assert "S33" in page
    assert "<dd>Elephant" in page


def test_it_tries_them_on_what_was_asked_before(
    signed_in: Client, attacked: Game, alice: Person, erin: Person, now: datetime
) -> None:
    stage.hand_in(attacked, erin, "S13xS33; end", now=now)
    stage.hand_in(attacked, alice, "pass", now=now)
    file(signed_in, attacked, "save", text="recapture with E")
    page = signed_in.get(address(attacked)).content.decode()
    assert "Tried on what you were asked before" in page


@pytest.mark.parametrize("text", ["perhaps", "pass with K", "recapture at S77 with any"])
def test_it_refuses_nonsense_in_one_sentence(signed_in: Client, attacked: Game, text: str) -> None:
    answer = file(signed_in, attacked, "save", text=f"pass if lost S\n{text}")
    assert answer.status_code == 422
    page = answer.content.decode()
    assert f"Line 2: The standing order “{text}” cannot be read." in page
    assert text in page
    assert not Standing.objects.exists()


def test_it_refuses_what_is_too_long(signed_in: Client, attacked: Game) -> None:
    assert file(signed_in, attacked, "save", text="pass\n" * 2_000).status_code == 422


def test_it_keeps_them_for_other_games(signed_in: Client, attacked: Game, alice: Person) -> None:
    file(signed_in, attacked, "save", text="pass")
    file(signed_in, attacked, "usual", begin="1")
    assert standing_orders.saved_default(alice, "conquest") == "pass"
    file(signed_in, attacked, "usual")
    assert not StandingDefault.objects.exists()


@pytest.mark.parametrize("method", ["get", "post"])
def test_it_is_there_for_players_of_a_running_game_alone(
    method: str, client: Client, attacked: Game, charlie: Person
) -> None:
    assert getattr(client, method)(address(attacked)).status_code == 302
    client.force_login(charlie)
    assert getattr(client, method)(address(attacked)).status_code == 403


def test_it_is_not_there_in_games_without(
    signed_in: Client, alice: Person, bob: Person, now: datetime
) -> None:
    game = stage.sit_down([alice, bob], "bollwerk", now=now)
    assert signed_in.get(address(game)).status_code == 404
    assert address(game) not in signed_in.get(reverse("game", args=[game.pk])).content.decode()


def test_it_changes_nothing_when_it_is_looked_at(signed_in: Client, attacked: Game) -> None:
    signed_in.get(address(attacked), {"do": "save", "text": "pass"})
    assert not Standing.objects.exists()


USUAL = "/preferences/standing/"


def test_it_begins_the_next_games_with_those_of_the_preferences(
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


def test_it_leaves_running_games_as_they_are(signed_in: Client, attacked: Game) -> None:
    signed_in.post(USUAL, {"ruleset": "conquest", "text": "pass"})
    assert filed(attacked) == []


def test_it_takes_ready_made_ones_for_the_next_games(signed_in: Client, alice: Person) -> None:
    ready = "recapture with cheapest if safe\npass"
    signed_in.post(USUAL, {"ruleset": "grand-conquest", "preset": ready})
    assert standing_orders.saved_default(alice, "grand-conquest") == ready
    signed_in.post(USUAL, {"ruleset": "grand-conquest", "preset": ""})
    assert not StandingDefault.objects.exists()


def test_it_refuses_nonsense_for_the_next_games(signed_in: Client) -> None:
    answer = signed_in.post(USUAL, {"ruleset": "conquest", "text": "pass\nperhaps"})
    assert answer.status_code == 422
    assert "Line 2: The standing order “perhaps” cannot be read." in answer.content.decode()
    long = signed_in.post(USUAL, {"ruleset": "conquest", "text": "pass\n" * 2_000})
    assert long.status_code == 422
    assert not StandingDefault.objects.exists()


@pytest.mark.parametrize("ruleset", ["bollwerk", "chess", ""])
def test_it_keeps_none_for_games_without(signed_in: Client, ruleset: str) -> None:
    answer = signed_in.post(USUAL, {"ruleset": ruleset, "text": "pass"})
    assert answer.status_code == 404
