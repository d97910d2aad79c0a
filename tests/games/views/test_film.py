"""What happened as a film, and how far a person has seen it."""

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
def played(game: Game, now: datetime) -> Game:
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
def struck(alice: Person, bob: Person, dora: Person, erin: Person, now: datetime) -> Game:
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


def test_it_shows_a_frame_for_each_step(client: Client, played: Game) -> None:
    reel = film(client, played, after=1)
    before, first, _second, _third = reel["frames"]
    assert (before["seq"], before["ways"]) == (1, [])
    assert first["said"] == "South: knight from S40 to S30"
    assert first["ways"] == [["S40", "S29", "S30"]]
    assert first["places"] == ["S29", "S30", "S40"]
    assert 'data-f="S40"' in reel["layer"]
    assert '<g data-f="S40"' not in first["scene"].partition("b-figures")[2]


def test_it_begins_and_ends_where_it_is_told(client: Client, played: Game) -> None:
    assert [frame["seq"] for frame in film(client, played, after=2, upto=3)["frames"]] == [2, 3]
    assert [frame["seq"] for frame in film(client, played, after=99)["frames"]] == [4]


def test_it_gives_a_stretch_at_a_time(
    client: Client, played: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.replay.frames.MAX_FRAMES", 2)
    assert [frame["seq"] for frame in film(client, played, after=1)["frames"]] == [1, 2, 3]
    assert [frame["seq"] for frame in film(client, played, after=3)["frames"]] == [3, 4]


def outline(client: Client, game: Game, **query: int | str) -> Any:
    return client.get(reverse("game_outline", args=[game.pk]), query).json()


def test_it_outlines_the_whole_game_without_drawing_it(client: Client, played: Game) -> None:
    assert outline(client, played) == {
        "after": 1, "steps": [2, 3, 4], "captures": [], "turns": [4], "stops": [2, 3, 4],
    }  # fmt: skip
    assert outline(client, played, after=3)["steps"] == [4]
    assert outline(client, played, after=99)["steps"] == []


def test_it_stops_only_where_it_is_asked_to(client: Client, struck: Game) -> None:
    assert outline(client, struck)["captures"] == [2, 4]
    assert outline(client, struck, only="captures")["stops"] == [2, 4]
    assert outline(client, struck, only="west")["stops"] == [3, 4]
    assert outline(client, struck, only="nobody")["stops"] == outline(client, struck)["steps"]


@pytest.mark.parametrize("after", ["", "-3", "x", "9" * 30])
def test_it_takes_no_notice_of_nonsense(client: Client, played: Game, after: str) -> None:
    assert len(film(client, played, after=after)["frames"]) == 4


def test_it_tells_in_the_readers_language(client: Client, played: Game) -> None:
    client.cookies["django_language"] = "de"
    assert film(client, played, after=1)["frames"][1]["said"].startswith("Süd: Reiter")


def test_it_keeps_what_a_person_has_seen_and_never_goes_back(
    client: Client, played: Game, bob: Person
) -> None:
    client.force_login(bob)
    address = reverse("game_seen", args=[played.pk])
    assert 'class="strip"' in client.get(reverse("game", args=[played.pk])).content.decode()
    for upto in (4, 2):
        client.post(address, {"upto": upto})
    assert read_marks.last_read(played, bob) == 4
    assert 'class="strip read"' in client.get(reverse("game", args=[played.pk])).content.decode()


def test_it_never_notes_more_than_has_happened(client: Client, played: Game, bob: Person) -> None:
    client.force_login(bob)
    answer = client.post(
        reverse("game_seen", args=[played.pk]),
        {"upto": 4_000_000},
        headers={"accept": "application/json"},
    )
    assert answer.status_code == 204
    assert Seen.objects.get().version == played.version


def test_it_parts_what_is_new_from_what_was_seen(client: Client, played: Game, bob: Person) -> None:
    client.force_login(bob)
    for seen, parted in ((0, 0), (2, 1), (played.version, 0)):
        read_marks.mark_read(played, bob, seen)
        for name in ("game", "game_history"):
            page = client.get(reverse(name, args=[played.pk])).content.decode()
            assert page.count("new from here") == parted
            assert bool(page.count("known")) == bool(parted)
    assert "new from here" not in Client().get(reverse("game", args=[played.pk])).content.decode()


@pytest.mark.parametrize(
    ("seen", "new"), [(0, None), (1, None), (2, 3), (3, 5), (4, 5), (5, None), (9, None)]
)
def test_it_begins_the_news_behind_the_last_step_seen(seen: int, new: int | None) -> None:
    assert read_marks.first_new_step([2, 3, 5], seen) == new
