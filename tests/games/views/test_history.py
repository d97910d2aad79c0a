"""The history of a game, its end and its downloads."""

from __future__ import annotations

import re
from datetime import datetime
from html import unescape
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import Person
from conquest.kit import record
from games.models import Game, Submission
from games.play import store, turns
from tests import stage

LAST = {"S12": "south K", "S14": "south K", "S13": "west S"}
LAST |= {"N12": "north K", "N14": "north K", "E12": "east K", "E14": "east K"}


@pytest.fixture
def finished_game(alice: Person, bob: Person, dora: Person, erin: Person, now: datetime) -> Game:
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


def history_text(client: Client, game: Game, **query: str) -> str:
    answer = client.get(reverse("game_history", args=[game.pk]), query)
    assert answer.status_code == 200
    return re.sub(r"\s+", " ", unescape(answer.content.decode()))


def step_numbers(page: str) -> list[str]:
    return re.findall(r'#board"><b>(\d+)</b>', page)


def test_history_shows_the_last_step_first(client: Client, game: Game, now: datetime) -> None:
    submit(game, game.host, "S40-S29; end", now)
    text = history_text(client, game)
    assert "Step 3 of 3" in text
    assert 'href="?upto=2#board" rel="prev"' in text
    assert 'rel="next"' not in text


def test_history_tells_which_steps_came_by_letter(
    client: Client, game: Game, now: datetime
) -> None:
    submit(game, game.host, "S40-S29", now)
    assert ">by letter<" not in history_text(client, game)
    orders = turns.Orders(
        game_id=game.pk, person=game.host, text="S42-S43", seen_version=game.version, key="mail-1",
        via=Submission.Via.LETTER,
    )  # fmt: skip
    turns.submit(orders, now=now)
    text = history_text(client, game, upto="3")
    assert text.count(">by letter<") == 2  # beside the board, and in the list
    assert history_text(client, game, upto="2").count(">by letter<") == 1


def test_history_draws_the_way_of_the_step_that_is_shown(
    client: Client, game: Game, now: datetime
) -> None:
    submit(game, game.host, "S40-S29; S42-S43; end", now)
    text = history_text(client, game, upto="2")
    assert "South: knight from S40 to S29" in text
    assert text.count('<g class="m-arrow">') >= 1
    assert 'rel="first"' in text
    assert 'rel="last"' in text


@pytest.mark.parametrize(
    ("upto", "step"), [("0", 1), ("1", 1), ("2", 2), ("99999", 3), ("x", 3), ("²", 3), ("-5", 3)]
)
def test_history_shows_the_nearest_step_there_is(
    client: Client, game: Game, now: datetime, upto: str, step: int
) -> None:
    submit(game, game.host, "S40-S29; end", now)
    assert f"Step {step} of 3" in history_text(client, game, upto=upto)


def test_history_can_be_walked_from_the_first_step_to_the_last(
    client: Client, game: Game, now: datetime
) -> None:
    submit(game, game.host, "S40-S29; S42-S43; end", now)
    seen, upto = [], "1"
    while True:
        text = history_text(client, game, upto=upto)
        seen += re.findall(r"Step (\d+) of", text)
        following = re.search(r'href="\?upto=(\d+)#board" rel="next"', text)
        if following is None:
            break
        upto = following[1]
    assert seen == ["1", "2", "3", "4"]


def test_history_is_narrowed_to_a_player_or_to_captures(
    client: Client, finished_game: Game
) -> None:
    text = history_text(client, finished_game, upto="1", only="captures")
    assert step_numbers(text) == ["2"]
    assert 'href="?upto=2&only=captures#board" rel="next"' in text
    assert "There is no such step" in history_text(client, finished_game, only="east")
    assert step_numbers(history_text(client, finished_game, only="nobody")) == step_numbers(
        history_text(client, finished_game)
    )


def test_history_lists_the_steps_of_a_long_game_near_the_one_shown(
    client: Client, game: Game, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.views.history.NEAR", 1)
    monkeypatch.setattr("games.views.history.FAR", 1)
    submit(game, game.host, "S40-S29; S29-S40; S40-S29; S29-S40; end", now)
    text = history_text(client, game, upto="4")
    assert step_numbers(text) == ["2", "3", "4", "5", "6"]
    assert 'href="?upto=1#steps">… steps before these' in text
    assert "steps after these" not in text


def test_downloads_of_a_running_game_have_what_everybody_knows(
    alice: Person, bob: Person, dora: Person, erin: Person, now: datetime, client: Client
) -> None:
    pieces = {
        "S12": "south K", "S01": "south S", "S02": "south S", "S14": "west S", "S16": "west K",
        "W01": "west S", "N12": "north K", "N14": "north K", "E12": "east K", "E14": "east K",
    }  # fmt: skip
    game = stage.begin([alice, bob, dora, erin], pieces, now=now)
    submit(game, alice, "S12-S13xS14; S01-S31; end", now)
    assert "recapture" in game.rules.judgement.to_act(store.load_state(game)).values()
    client.force_login(alice)
    orders = client.get(reverse("game_notation", args=[game.pk])).content.decode()
    assert orders.endswith("\n\n1. south: S12-S13xS14\n")
    assert '[South "Alice"]' in orders
    data = client.get(reverse("game_events", args=[game.pk])).json()
    assert [event["seq"] for event in data["events"]] == list(range(1, game.version + 1))
    assert data["seats"]["south"] == "Alice"
    assert "S31" not in str(data["events"][1:]) + orders


def test_history_tells_who_won_and_why(client: Client, finished_game: Game) -> None:
    text = unescape(client.get(reverse("game", args=[finished_game.pk])).content.decode())
    assert "The game is over" in text
    assert "Winner: South." in text
    assert re.findall(r'class="tag good">(\w+)<', text) == ["won"]
    assert "Win points" in text
    assert "<textarea" not in text


def test_record_can_be_verified_by_anybody(client: Client, finished_game: Game) -> None:
    answer = client.get(reverse("game_record", args=[finished_game.pk]))
    assert answer["Content-Disposition"] == f'attachment; filename="autumn-{finished_game.pk}.txt"'
    read = record.read_record(answer.content.decode())
    assert record.verify_record(finished_game.rules, read)
    assert read.head["South"] == "Alice"
    assert read.head["Chain"] == finished_game.head


def test_record_opens_no_seed_before_the_end(client: Client, game: Game) -> None:
    client.force_login(game.host)
    assert client.get(reverse("game_record", args=[game.pk])).status_code == 404
    for name in ("game", "game_history", "game_text", "game_notation", "game_events"):
        page = client.get(reverse(name, args=[game.pk])).content.decode()
        assert bytes(game.seed).hex() not in page


@pytest.mark.parametrize("name", ["game_notation", "game_events"])
def test_public_history_is_worked_out_once_for_each_version(
    client: Client, game: Game, now: datetime, name: str, settings: Any
) -> None:
    kept = {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "LOCATION": name}
    settings.CACHES = {**settings.CACHES, "records": kept}
    address = reverse(name, args=[game.pk])
    with CaptureQueriesContext(connection) as first:
        client.get(address)
    with CaptureQueriesContext(connection) as again:
        client.get(address)
    assert len(again) < len(first)
    submit(game, game.host, "S40-S29; end", now)
    assert "S40-S29" in client.get(address).content.decode()


@pytest.mark.parametrize(
    ("name", "ending"), [("game_notation", "-notation.txt"), ("game_events", ".json")]
)
def test_downloads_are_named_after_their_game(
    client: Client, game: Game, name: str, ending: str
) -> None:
    told = client.get(reverse(name, args=[game.pk])).headers["Content-Disposition"]
    assert told.startswith("inline; ")
    assert told.endswith(f'-{game.pk}{ending}"')
