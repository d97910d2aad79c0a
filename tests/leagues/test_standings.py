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
        row["name"]: row
        for row in standings.table(standings.results("conquest", None), "wins", "conquest")
    }
    alice, bob = rows["Alice"], rows["Bob"]
    assert (alice["games"], alice["wins"], alice["total_score"]) == (3, 2, 90)
    assert (bob["games"], bob["wins"], bob["draws"], bob["total_captured"]) == (3, 1, 0, 3)


@pytest.mark.usefixtures("played")
@pytest.mark.parametrize(
    ("sort", "names"),
    [
        ("rating", ["Alice", "Bob", "Dora"]),
        ("wins", ["Alice", "Bob", "Dora"]),
        ("total_captured", ["Bob", "Dora", "Alice"]),
        ("name", ["Alice", "Bob", "Dora"]),
    ],
)
def test_it_sorts_the_most_first_and_names_from_a(sort: str, names: list[str]) -> None:
    rows = standings.table(standings.results("conquest", None), sort, "conquest")
    assert [row["name"] for row in rows] == names


@pytest.mark.usefixtures("played")
def test_it_shows_a_season_apart(now: datetime) -> None:
    assert standings.seasons("conquest") == [now.year, now.year - 1]
    rows = standings.table(standings.results("conquest", now.year - 1), "rating", "conquest")
    assert [row["name"] for row in rows][:1] == ["Bob"]
    assert {row["games"] for row in rows} == {1}


def test_it_rates_a_season_by_its_last_game(alice: Person, bob: Person, now: datetime) -> None:
    ended({"south": alice, "west": bob}, winners=("south",), at=now)
    ratings.rate()
    (row,) = (
        row
        for row in standings.table(standings.results("conquest", now.year), "rating", "conquest")
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


@pytest.fixture
def together(
    alice: Person, bob: Person, dora: Person, erin: Person, now: datetime, checkers: str
) -> None:
    """Alice and Dora have beaten Bob and Erin in Conquest; Alice and Bob have drawn at Checkers."""
    people = {"south": alice, "west": bob, "north": dora, "east": erin}
    sides = [("south", "north"), ("west", "east")]
    ended(people, winners=("south", "north"), at=now, sides=sides)
    later = now + timedelta(days=1)
    ended({"light": alice, "dark": bob}, winners=(), at=later, ruleset=checkers, numbers=("kings",))
    ratings.rate()


@pytest.mark.usefixtures("together")
def test_it_takes_no_partner_for_an_opponent(alice: Person) -> None:
    met = {row["name"]: (row["games"], row["ahead"]) for row in standings.opponents(alice)}
    assert met == {"Bob": (2, 1), "Erin": (1, 1)}
    assert [row["name"] for row in standings.opponents(alice, "checkers")] == ["Bob"]


@pytest.mark.usefixtures("together")
def test_it_adds_up_all_games_without_comparing_ratings() -> None:
    chosen = standings.results(standings.ALL, None)
    rows = {row["name"]: row for row in standings.table(chosen, "wins", standings.ALL)}
    assert (rows["Alice"]["games"], rows["Alice"]["wins"], rows["Alice"]["draws"]) == (2, 1, 1)
    assert "rating" not in rows["Alice"]


@pytest.mark.usefixtures("together")
def test_it_rates_each_game_apart(alice: Person, bob: Person) -> None:
    drawn = alice.results.get(ruleset="checkers")
    assert drawn.mu == pytest.approx(25)
    assert alice.results.get(ruleset="conquest").mu > 25


@pytest.mark.usefixtures("together")
def test_it_names_the_games_somebody_plays(alice: Person, erin: Person) -> None:
    chosen = standings.results(standings.ALL, None)
    played = standings.played(chosen, [alice.pk, erin.pk])
    assert played == {alice.pk: ["checkers", "conquest"], erin.pk: ["conquest"]}


def test_it_adds_up_the_numbers_of_a_game_by_its_own_columns(
    alice: Person, bob: Person, now: datetime, checkers: str
) -> None:
    for day in range(2):
        ended(
            {"light": alice, "dark": bob}, winners=("light",), at=now + timedelta(days=day),
            ruleset=checkers, numbers=("kings",),
        )  # fmt: skip
    ratings.rate()
    rows = standings.table(standings.results(checkers, None), "total_kings", checkers)
    assert [(row["name"], row["total_kings"]) for row in rows] == [("Alice", 60), ("Bob", 58)]
    assert [column.name for column in standings.columns(checkers)] == ["kings"]
