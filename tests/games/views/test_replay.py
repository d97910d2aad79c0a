"""The replay of a game, its timeline, and how far a person has read."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Person
from games.models import Game, Seen
from games.play import turns
from games.replay import read_marks
from tests import stage

DUEL = {
    "S12": "south K", "S14": "west S", "S16": "west K", "S01": "south S", "S02": "south S",
    "W01": "west S", "N01": "north S", "N02": "north S", "N03": "north S",
    "E01": "east S", "E02": "east S", "E03": "east S",
}  # fmt: skip


@pytest.fixture
def first_turn(game: Game, now: datetime) -> Game:
    """South's first turn: a knight's way and a soldier's."""
    turns.submit(
        turns.Orders(
            game_id=game.pk, person=game.host, text="S40-S29-S30; S10-S39; end", seen_version=1,
            key="k",
        ),
        now=now,
    )  # fmt: skip
    game.refresh_from_db()
    return game


@pytest.fixture
def recapture_game(alice: Person, bob: Person, dora: Person, erin: Person, now: datetime) -> Game:
    """South captures a soldier of West, whose knight recaptures."""
    game = stage.begin([alice, bob, dora, erin], DUEL, now=now)
    for person, text in ((alice, "S12-S13xS14"), (bob, "S16-S15xS14")):
        game.refresh_from_db()
        turns.submit(
            turns.Orders(
                game_id=game.pk, person=person, text=text, seen_version=game.version, key=text
            ),
            now=now,
        )
    game.refresh_from_db()
    return game


def film(client: Client, game: Game, **query: int | str) -> Any:
    answer = client.get(reverse("game_film", args=[game.pk]), query)
    assert answer["Cache-Control"] == "private, no-store"
    return answer.json()


def test_replay_has_a_frame_for_each_step(client: Client, first_turn: Game) -> None:
    reel = film(client, first_turn, after=1)
    before, first, _second, _third = reel["frames"]
    assert (before["seq"], before["ways"]) == (1, [])
    assert first["said"] == "South: knight from S40 to S30"
    assert first["ways"] == [["S40", "S29", "S30"]]
    assert first["places"] == ["S29", "S30", "S40"]
    assert 'data-f="S40"' in reel["layer"]
    assert '<g data-f="S40"' not in first["scene"].partition("b-figures")[2]


def test_replay_begins_and_ends_where_it_is_told(client: Client, first_turn: Game) -> None:
    assert [frame["seq"] for frame in film(client, first_turn, after=2, upto=3)["frames"]] == [2, 3]
    assert [frame["seq"] for frame in film(client, first_turn, after=99)["frames"]] == [4]


def test_replay_is_sent_in_parts(
    client: Client, first_turn: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.replay.frames.MAX_FRAMES", 2)
    assert [frame["seq"] for frame in film(client, first_turn, after=1)["frames"]] == [1, 2, 3]
    assert [frame["seq"] for frame in film(client, first_turn, after=3)["frames"]] == [3, 4]


def outline(client: Client, game: Game, **query: int | str) -> Any:
    return client.get(reverse("game_outline", args=[game.pk]), query).json()


def test_timeline_outlines_the_whole_game_without_drawing_it(
    client: Client, first_turn: Game
) -> None:
    assert outline(client, first_turn) == {
        "after": 1, "steps": [2, 3, 4], "captures": [], "turns": [4], "stops": [2, 3, 4],
        "earlier": None, "later": None,
    }  # fmt: skip
    assert outline(client, first_turn, after=3)["steps"] == [4]
    assert outline(client, first_turn, after=99)["steps"] == []


def test_timeline_stops_only_where_it_is_asked_to(client: Client, recapture_game: Game) -> None:
    assert outline(client, recapture_game)["captures"] == [2, 4]
    assert outline(client, recapture_game, only="captures")["stops"] == [2, 4]
    assert outline(client, recapture_game, only="west")["stops"] == [3, 4]
    assert (
        outline(client, recapture_game, only="nobody")["stops"]
        == outline(client, recapture_game)["steps"]
    )


@pytest.mark.parametrize("after", ["", "-3", "x", "9" * 30])
def test_replay_ignores_nonsense(client: Client, first_turn: Game, after: str) -> None:
    assert len(film(client, first_turn, after=after)["frames"]) == 4


def test_replay_is_in_the_readers_language(client: Client, first_turn: Game) -> None:
    client.cookies["django_language"] = "de"
    assert film(client, first_turn, after=1)["frames"][1]["said"].startswith("Süd: Reiter")


def test_read_mark_never_goes_back(client: Client, first_turn: Game, bob: Person) -> None:
    client.force_login(bob)
    address = reverse("game_seen", args=[first_turn.pk])
    assert 'class="strip"' in client.get(reverse("game", args=[first_turn.pk])).content.decode()
    for upto in (4, 2):
        client.post(address, {"upto": upto})
    assert read_marks.last_read(first_turn, bob) == 4
    assert (
        'class="strip read"' in client.get(reverse("game", args=[first_turn.pk])).content.decode()
    )


def test_read_mark_never_goes_beyond_the_last_event(
    client: Client, first_turn: Game, bob: Person
) -> None:
    client.force_login(bob)
    answer = client.post(
        reverse("game_seen", args=[first_turn.pk]),
        {"upto": 4_000_000},
        headers={"accept": "application/json"},
    )
    assert answer.status_code == 204
    assert Seen.objects.get().version == first_turn.version


def test_history_separates_new_steps_from_read_ones(
    client: Client, first_turn: Game, bob: Person
) -> None:
    client.force_login(bob)
    for seen, parted in ((0, 0), (2, 1), (first_turn.version, 0)):
        read_marks.mark_read(first_turn, bob, seen)
        for name in ("game", "game_history"):
            page = client.get(reverse(name, args=[first_turn.pk])).content.decode()
            assert page.count("new from here") == parted
            assert bool(page.count("known")) == bool(parted)
    assert (
        "new from here" not in Client().get(reverse("game", args=[first_turn.pk])).content.decode()
    )


@pytest.mark.parametrize(
    ("seen", "new"), [(0, None), (1, None), (2, 3), (3, 5), (4, 5), (5, None), (9, None)]
)
def test_timeline_begins_the_news_after_the_last_step_read(seen: int, new: int | None) -> None:
    assert read_marks.first_new_step([2, 3, 5], seen) == new
