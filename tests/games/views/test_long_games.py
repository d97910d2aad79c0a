"""A game of thousands of events: its pages read and replay a stretch of it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime
from html import unescape
from typing import Any
from unittest import mock

import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse

from accounts.models import Person
from games.letters import writers
from games.models import Game
from games.play import history, store
from games.replay import timeline
from mail.models import Delivery
from tests import stage
from tests.bench import growth
from tests.games.test_long_lists import rows_read

LENGTH = 3_001
MOST = (
    4 * 200 + 100
)  # events: a stretch, what is before it since a snapshot, and the same for its board


@pytest.fixture
def long_game(game: Game, now: datetime) -> Game:
    return stage.prolong(game, LENGTH, now=now)


@pytest.fixture
def replayed() -> Iterator[mock.Mock]:
    """Counts the events that are read back."""
    with mock.patch.object(store, "_decode_event", wraps=store._decode_event) as decode:
        yield decode


def page(client: Client, name: str, game: Game, **query: Any) -> str:
    answer = client.get(reverse(name, args=[game.pk]), query)
    assert answer.status_code == 200
    return re.sub(r"\s+", " ", unescape(answer.content.decode()))


@pytest.mark.parametrize("upto", ["", 1, 1_500, LENGTH])
def test_history_page_replays_a_stretch(
    client: Client, long_game: Game, replayed: mock.Mock, upto: object
) -> None:
    shown = page(client, "game_history", long_game, upto=upto)
    assert f"Step {upto or LENGTH} of {LENGTH}" in shown
    assert replayed.call_count < MOST


def test_history_page_leads_from_a_stretch_to_the_next(client: Client, long_game: Game) -> None:
    shown = page(client, "game_history", long_game, upto=1_500)
    assert 'href="?upto=1#board" rel="first"' in shown
    assert f'href="?upto={LENGTH}#board" rel="last"' in shown
    shown = page(client, "game_history", long_game, upto=1_500, only="captures")
    assert f'href="?upto={1_500 - 199}&only=captures#board" rel="prev"' in shown
    assert f'href="?upto={1_500 + 199}&only=captures#board" rel="next"' in shown


@pytest.mark.parametrize("after", [0, 1_500, LENGTH - 10])
def test_outline_and_film_replay_a_stretch(
    client: Client, long_game: Game, replayed: mock.Mock, after: int
) -> None:
    outline = client.get(reverse("game_outline", args=[long_game.pk]), {"after": after}).json()
    assert outline["steps"][0] == max(1, after) + 1
    assert replayed.call_count < MOST
    replayed.reset_mock()
    film = client.get(reverse("game_film", args=[long_game.pk]), {"after": after})
    assert len(film.content) < 400_000
    assert replayed.call_count < MOST


def test_outlines_of_all_stretches_are_the_whole_game(client: Client, long_game: Game) -> None:
    after, steps = 0, list[int]()
    while True:
        outline = client.get(reverse("game_outline", args=[long_game.pk]), {"after": after}).json()
        steps += outline["steps"]
        if outline["later"] is None:
            break
        after = outline["later"]
    assert steps == list(range(2, LENGTH + 1))


def test_stretch_before_another_joins_it(client: Client, long_game: Game) -> None:
    """Back over its beginning, no step is left out."""
    address = reverse("game_outline", args=[long_game.pk])
    outline = client.get(address, {"after": 1_500}).json()
    before = client.get(address, {"after": outline["earlier"]}).json()
    assert before["after"] == outline["earlier"] < 1_500
    assert {1_499, 1_500, 1_501} <= {*before["steps"]}


def test_big_frames_end_a_film_sooner(
    client: Client, long_game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.replay.frames.MAX_CHARS", 10_000)
    frames = client.get(reverse("game_film", args=[long_game.pk])).json()["frames"]
    assert [frame["seq"] for frame in frames] == [1, 2, 3]


def test_news_of_thousands_of_steps_are_the_last_ones(
    client: Client, long_game: Game, bob: Person, replayed: mock.Mock
) -> None:
    client.force_login(bob)
    shown = page(client, "game", long_game)
    first = LENGTH - history.RECENT + 1  # may lack events of a step that began before
    assert f'upto={first}#steps">… steps before these' in shown
    assert replayed.call_count < MOST + 2 * history.RECENT
    assert len(shown) < 400_000
    outline = client.get(reverse("game_outline", args=[long_game.pk]), {"after": 0, "new": 1})
    assert outline.json()["earlier"] is None
    assert outline.json()["steps"][0] > LENGTH - history.RECENT
    assert outline.json()["steps"][-1] == LENGTH


def test_strip_of_thousands_of_steps_counts_none(
    client: Client, game: Game, bob: Person, now: datetime
) -> None:
    client.force_login(bob)
    stage.prolong(game, 50, now=now)
    assert re.search(r"▶ \d+ events", page(client, "game", game))
    stage.prolong(game, LENGTH, now=now)
    assert "▶ Many events" in page(client, "game", game)


def test_letter_about_thousands_of_steps_counts_none(
    long_game: Game, bob: Person, now: datetime
) -> None:
    Game.objects.filter(pk=long_game.pk).update(status=Game.Status.OVER, ended_at=now)
    letter = writers.WRITERS["over"](Delivery(person=bob, about={"game": long_game.pk}), now)
    assert letter is not None
    assert "See what happened:" in letter.text


def test_timeline_of_a_very_long_game_is_of_its_last_events(
    long_game: Game, replayed: mock.Mock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.replay.timeline.LONGEST", 500)
    told = timeline.game_timeline(long_game)
    assert told.key_moves
    assert replayed.call_count < MOST


def test_game_page_reads_the_last_of_thousands_of_turns(
    client: Client, game: Game, alice: Person
) -> None:
    seat = game.seats.get(person=alice)
    given = {"game": game.pk, "seat": seat.pk, "person": alice.pk, "turns": 5_000}
    with connection.cursor() as cursor:
        cursor.execute(growth.TURNS, given)
        cursor.execute(growth.ANSWERED, given)
        cursor.execute("ANALYZE games_submission")
        cursor.execute("ANALYZE games_decision")
        cursor.execute("SET LOCAL enable_seqscan = off")
    client.force_login(alice)
    assert rows_read(client, reverse("game", args=[game.pk])) < 5_000
