"""The past of a game, its end and its record."""

from __future__ import annotations

import re
from datetime import datetime
from html import unescape

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Person
from conquest.kit import record
from games import turns
from games.models import Game
from tests import stage

LAST = {"S12": "south K", "S14": "south K", "S13": "west S"}
LAST |= {"N12": "north K", "N14": "north K", "E12": "east K", "E14": "east K"}


@pytest.fixture
def over(alice: Person, bob: Person, dora: Person, erin: Person, now: datetime) -> Game:
    """A game that Alice has won by capturing Bob's last piece (C37)."""
    game = stage.begin([alice, bob, dora, erin], LAST, now=now)
    submit(game, alice, "S12xS13", now)
    assert game.status == Game.Status.OVER
    return game


def submit(game: Game, person: Person, text: str, now: datetime) -> None:
    orders = turns.Orders(
        game_id=game.pk, person=person, text=text, seen_version=game.version, key=text[:60]
    )
    turns.submit(orders, now=now)
    game.refresh_from_db()


def shown(client: Client, game: Game, **query: str) -> str:
    answer = client.get(reverse("game_history", args=[game.pk]), query)
    assert answer.status_code == 200
    return re.sub(r"\s+", " ", unescape(answer.content.decode()))


def test_it_shows_the_last_step_first(client: Client, game: Game, now: datetime) -> None:
    submit(game, game.host, "S40-S29; end", now)
    text = shown(client, game)
    assert "Step 3 of 3" in text
    assert 'href="?upto=2#board" rel="prev"' in text
    assert 'rel="next"' not in text


def test_it_draws_the_way_of_the_step_that_is_shown(
    client: Client, game: Game, now: datetime
) -> None:
    submit(game, game.host, "S40-S29; S42-S43; end", now)
    text = shown(client, game, upto="2")
    assert "South: knight S40-S29" in text
    assert text.count('<g class="m-arrow">') >= 1
    assert 'rel="first"' in text
    assert 'rel="last"' in text


@pytest.mark.parametrize(
    ("upto", "step"), [("0", 1), ("1", 1), ("2", 2), ("99999", 3), ("x", 3), ("²", 3), ("-5", 3)]
)
def test_it_shows_the_nearest_step_there_is(
    client: Client, game: Game, now: datetime, upto: str, step: int
) -> None:
    submit(game, game.host, "S40-S29; end", now)
    assert f"Step {step} of 3" in shown(client, game, upto=upto)


def test_it_can_be_walked_from_the_first_step_to_the_last(
    client: Client, game: Game, now: datetime
) -> None:
    submit(game, game.host, "S40-S29; S42-S43; end", now)
    seen, upto = [], "1"
    while True:
        text = shown(client, game, upto=upto)
        seen += re.findall(r"Step (\d+) of", text)
        following = re.search(r'href="\?upto=(\d+)#board" rel="next"', text)
        if following is None:
            break
        upto = following[1]
    assert seen == ["1", "2", "3", "4"]


def test_it_tells_who_won_and_why(client: Client, over: Game) -> None:
    text = unescape(client.get(reverse("game", args=[over.pk])).content.decode())
    assert "The game is over" in text
    assert "Winner: South." in text
    assert re.findall(r'class="tag good">(\w+)<', text) == ["won"]
    assert "win points" in text
    assert "<textarea" not in text


def test_it_gives_a_record_that_anybody_can_verify(client: Client, over: Game) -> None:
    answer = client.get(reverse("game_record", args=[over.pk]))
    assert answer["Content-Disposition"] == f'attachment; filename="autumn-{over.pk}.txt"'
    read = record.read(answer.content.decode())
    assert record.verify(over.rules, read)
    assert read.head["South"] == "Alice"
    assert read.head["Chain"] == over.head


def test_it_opens_no_seed_before_the_end(client: Client, game: Game) -> None:
    client.force_login(game.host)
    assert client.get(reverse("game_record", args=[game.pk])).status_code == 404
    for name in ("game", "game_history", "game_text"):
        page = client.get(reverse(name, args=[game.pk])).content.decode()
        assert bytes(game.seed).hex() not in page
