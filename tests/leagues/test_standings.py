"""The league table and what a player has done, counted from the results."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from accounts.models import Person
from leagues import ratings, standings
from tests.leagues.results import ended

YEAR = timedelta(days=365)


@pytest.fixture
def played(alice: Person, bob: Person, dora: Person, now: datetime) -> None:
    """Bob has won once last year, Alice twice this year; Dora played last year only."""
    ended({"south": alice, "west": bob, "north": dora}, winners=("west",), at=now - YEAR)
    ended({"south": alice, "west": bob}, winners=("south",), at=now)
    ended({"south": alice, "west": bob}, winners=("south",), at=now + timedelta(days=1))
    ratings.rate()


@pytest.mark.usefixtures("played")
def test_it_sums_up_what_each_player_did() -> None:
    rows = {
        row["name"]: row for row in standings.table(standings.results("conquest", None), "wins")
    }
    assert (rows["Alice"]["games"], rows["Alice"]["wins"], rows["Alice"]["score"]) == (3, 2, 90)
    assert (rows["Bob"]["games"], rows["Bob"]["wins"], rows["Bob"]["captured"]) == (3, 1, 3)


@pytest.mark.usefixtures("played")
@pytest.mark.parametrize(
    ("sort", "names"),
    [
        ("rating", ["Alice", "Bob", "Dora"]),
        ("wins", ["Alice", "Bob", "Dora"]),
        ("captured", ["Bob", "Dora", "Alice"]),
        ("name", ["Alice", "Bob", "Dora"]),
    ],
)
def test_it_sorts_the_most_first_and_names_from_a(sort: str, names: list[str]) -> None:
    rows = standings.table(standings.results("conquest", None), sort)
    assert [row["name"] for row in rows] == names


@pytest.mark.usefixtures("played")
def test_it_shows_a_season_apart(now: datetime) -> None:
    assert standings.seasons("conquest") == [now.year, now.year - 1]
    rows = standings.table(standings.results("conquest", now.year - 1), "rating")
    assert [row["name"] for row in rows][:1] == ["Bob"]
    assert {row["games"] for row in rows} == {1}


def test_it_rates_a_season_by_its_last_game(alice: Person, bob: Person, now: datetime) -> None:
    ended({"south": alice, "west": bob}, winners=("south",), at=now)
    ratings.rate()
    (row,) = (
        row
        for row in standings.table(standings.results("conquest", now.year), "rating")
        if row["person"] == alice.pk
    )
    last = alice.results.get()
    assert row["rating"] == pytest.approx(last.mu - 3 * last.sigma)


def test_it_remembers_the_last_five_games(alice: Person, bob: Person, now: datetime) -> None:
    for day, winner in enumerate(("west", "west", "south", "west", "south", "south")):
        ended({"south": alice, "west": bob}, winners=(winner,), at=now + timedelta(days=day))
    ratings.rate()
    letters = [str(result.letter) for result in standings.form_of(alice, "conquest")]
    assert letters == ["L", "W", "L", "W", "W"]


@pytest.mark.usefixtures("played")
def test_it_counts_who_came_out_ahead_of_whom(alice: Person) -> None:
    met = {
        row["name"]: (row["games"], row["ahead"], row["behind"])
        for row in standings.opponents(alice)
    }
    assert met == {"Bob": (3, 2, 1), "Dora": (1, 0, 0)}
