"""What the league adds to the page of a game that is over."""

from __future__ import annotations

import re
from datetime import datetime
from html import unescape

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Person
from games.models import Game
from games.play import turns
from leagues import ratings
from tests import stage

LAST = {
    "S12": "south K", "S14": "south K", "S13": "west S",
    "N12": "north K", "N14": "north K", "E12": "east K", "E14": "east K",
}  # fmt: skip
CHANGE = re.compile(r"Rating (\S+) → (\S+) \((\S+)\)")


@pytest.fixture
def people(alice: Person, bob: Person, dora: Person, erin: Person) -> list[Person]:
    return [alice, bob, dora, erin]


@pytest.fixture
def running(people: list[Person], now: datetime) -> Game:
    return stage.begin(people, LAST, now=now)


def read(client: Client, address: str) -> str:
    text = unescape(client.get(address).content.decode())
    return re.sub(r"\s+", " ", re.sub("<[^>]*>", " ", text))


def page(client: Client, game: Game) -> str:
    return read(client, reverse("game", args=[game.pk]))


def test_a_finished_game_shows_rating_changes_as_the_league_does(
    client: Client, running: Game, people: list[Person], now: datetime
) -> None:
    stage.hand_in(running, people[0], "S12xS13", now=now)
    ratings.rate_games()
    changes = CHANGE.findall(page(client, running))
    assert len(changes) == 4
    for (_before, after, _by), person in zip(changes, people, strict=True):
        assert f"{after} ±" in read(client, reverse("player", args=[person.pk]))
    before, after, by = changes[0]
    assert before == "1500"
    assert by == f"+{int(after) - 1500}"


def test_a_finished_game_tells_what_leaving_has_cost(
    client: Client, running: Game, people: list[Person], now: datetime
) -> None:
    turns.leave_game(running.pk, people[3], now=now)
    stage.hand_in(running, people[0], "S12xS13", now=now)
    ratings.rate_games()
    text = page(client, running)
    assert len(CHANGE.findall(text)) == 4
    assert "Erin left the game. Rating" in text


def test_a_finished_game_says_that_the_league_has_not_counted_yet(
    client: Client, running: Game, people: list[Person], now: datetime
) -> None:
    stage.hand_in(running, people[0], "S12xS13", now=now)
    text = page(client, running)
    assert "The league counts this game in a moment." in text
    assert not CHANGE.search(text)


def test_a_finished_game_says_that_it_does_not_count(
    client: Client, running: Game, people: list[Person], now: datetime
) -> None:
    Game.objects.update(is_rated=False)
    stage.hand_in(running, people[0], "S12xS13", now=now)
    ratings.rate_games()
    text = page(client, running)
    assert "This game does not count for the league." in text
    assert not CHANGE.search(text)
