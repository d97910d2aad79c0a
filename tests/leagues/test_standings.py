"""The league table and what a player has done, counted from the results."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from accounts.models import Person
from leagues import league_table, ratings, scale
from leagues.league_table import ALL_TIME
from tests.leagues.results import ended

YEAR = timedelta(days=365)


@pytest.fixture
def played(alice: Person, bob: Person, dora: Person, now: datetime) -> None:
    """Bob has won once last year, Alice twice this year; Dora played last year only."""
    ended({"south": alice, "west": bob, "north": dora}, winners=("west",), at=now - YEAR)
    ended({"south": alice, "west": bob}, winners=("south",), at=now)
    ended({"south": alice, "west": bob}, winners=("south",), at=now + timedelta(days=1))
    ratings.rate_games()


@pytest.mark.usefixtures("played")
def test_the_league_sums_up_what_each_player_did() -> None:
    rows = {row.person.name: row for row in league_table.sort_rows("conquest", ALL_TIME, "wins")}
    alice, bob = rows["Alice"], rows["Bob"]
    assert (alice.games, alice.wins, alice.numbers["score"]) == (3, 2, 90)
    assert (bob.games, bob.wins, bob.draws, bob.numbers["captured"]) == (3, 1, 0, 3)


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
def test_the_league_sorts_the_most_first_and_names_from_a(sort: str, names: list[str]) -> None:
    rows = league_table.sort_rows("conquest", ALL_TIME, sort)
    assert [row.person.name for row in rows] == names


def test_the_league_lists_who_is_level_in_the_order_of_joining(
    dora: Person, bob: Person, erin: Person, now: datetime
) -> None:
    """Whatever it is sorted by, so that a page need not look at all who are level."""
    ended({"south": dora, "west": erin, "north": bob}, winners=("south",), at=now)
    ratings.rate_games()
    first, *level = sorted((dora, bob, erin), key=lambda one: (one != dora, one.pk))
    for sort in ("rating", "wins", "games", "draws"):
        rows = league_table.sort_rows("conquest", ALL_TIME, sort)
        assert [row.person for row in rows] == [first, *level]


@pytest.mark.usefixtures("played")
@pytest.mark.parametrize("sort", ["rating", "wins", "captured", "name"])
def test_the_league_lists_house_players_apart_whatever_it_is_sorted_by(sort: str) -> None:
    Person.objects.filter(name__in=["Bob", "Dora"]).update(is_house=True)
    for of_house, names in ((False, {"Alice"}), (True, {"Bob", "Dora"})):
        rows = league_table.sort_rows("conquest", ALL_TIME, sort, of_house=of_house)
        assert {row.person.name for row in rows} == names
        page = league_table.table_page("conquest", ALL_TIME, sort, "", of_house=of_house)
        assert {row.person.name for row in page.rows} == names


@pytest.mark.usefixtures("played")
def test_the_league_shows_a_season_apart(now: datetime) -> None:
    assert league_table.season_years("conquest") == [now.year, now.year - 1]
    rows = league_table.sort_rows("conquest", now.year - 1, "rating")
    assert [row.person.name for row in rows][:1] == ["Bob"]
    assert {row.games for row in rows} == {1}


def test_a_season_is_rated_by_its_last_game(alice: Person, bob: Person, now: datetime) -> None:
    ended({"south": alice, "west": bob}, winners=("south",), at=now)
    ratings.rate_games()
    row = league_table.sort_rows("conquest", now.year, "rating").get(person=alice)
    last = alice.results.get()
    assert row.ranking == pytest.approx(last.mu - 3 * last.sigma)


def test_the_form_of_a_player_is_their_last_five_games(
    alice: Person, bob: Person, now: datetime
) -> None:
    for day, winner in enumerate(("west", "west", "south", "west", "south", "south")):
        ended({"south": alice, "west": bob}, winners=(winner,), at=now + timedelta(days=day))
    ratings.rate_games()
    letters = [str(result.initial) for result in league_table.person_form(alice, "conquest")]
    assert letters == ["L", "W", "L", "W", "W"]


@pytest.mark.usefixtures("played")
def test_opponents_are_counted_as_ahead_or_behind(alice: Person) -> None:
    met = {
        row["name"]: (row["games"], row["ahead"], row["behind"])
        for row in league_table.opponent_rows(alice)
    }
    assert met == {"Bob": (3, 2, 1), "Dora": (1, 0, 0)}


@pytest.mark.usefixtures("played")
def test_opponents_are_looked_for_in_the_newest_games(
    alice: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    [newest, *_older] = alice.results.order_by("-ended_at", "-game_id")
    monkeypatch.setattr(league_table, "MOST", 1)
    others = newest.game.results.exclude(person=alice).exclude(side=newest.side)
    met = {row["person"]: row["games"] for row in league_table.opponent_rows(alice)}
    assert met == dict.fromkeys(others.values_list("person", flat=True), 1)


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
    ratings.rate_games()


@pytest.mark.usefixtures("together")
def test_a_partner_is_no_opponent(alice: Person) -> None:
    met = {row["name"]: (row["games"], row["ahead"]) for row in league_table.opponent_rows(alice)}
    assert met == {"Bob": (2, 1), "Erin": (1, 1)}
    assert [row["name"] for row in league_table.opponent_rows(alice, "checkers")] == ["Bob"]


@pytest.mark.usefixtures("together")
def test_the_league_of_all_games_adds_up_and_compares_no_ratings() -> None:
    row = league_table.sort_rows(league_table.ALL, ALL_TIME, "wins").get(person__name="Alice")
    assert (row.games, row.wins, row.draws) == (2, 1, 1)
    assert row.mu is None


@pytest.mark.usefixtures("together")
def test_each_kind_of_game_is_rated_apart(alice: Person, bob: Person) -> None:
    drawn = alice.results.get(ruleset="checkers")
    assert drawn.mu == pytest.approx(25)
    assert alice.results.get(ruleset="conquest").mu > 25


@pytest.mark.usefixtures("together")
def test_the_league_names_the_games_somebody_plays(alice: Person, erin: Person) -> None:
    played = league_table.played_rulesets(ALL_TIME, [alice.pk, erin.pk])
    assert played == {alice.pk: ["checkers", "conquest"], erin.pk: ["conquest"]}


def test_the_league_adds_up_a_game_by_its_own_columns(
    alice: Person, bob: Person, now: datetime, checkers: str
) -> None:
    for day in range(2):
        ended(
            {"light": alice, "dark": bob}, winners=("light",), at=now + timedelta(days=day),
            ruleset=checkers, numbers=("kings",),
        )  # fmt: skip
    ratings.rate_games()
    rows = league_table.sort_rows(checkers, ALL_TIME, "kings")
    assert [(row.person.name, row.numbers["kings"]) for row in rows] == [("Alice", 60), ("Bob", 58)]
    assert [column.name for column in league_table.lasting_columns(checkers)] == ["kings"]


def test_rating_changes_tell_what_a_game_has_made_of_ratings(
    alice: Person, bob: Person, dora: Person, now: datetime
) -> None:
    """Whose first game it was began where everybody begins."""
    people = {"south": alice, "west": bob}
    first = ended(people, winners=("south",), at=now)
    second = ended({**people, "north": dora}, winners=("north",), at=now + timedelta(days=1))
    ended(people, winners=("west",), at=now, ruleset="other")
    ratings.rate_games()
    (won, lost), later = league_table.rating_changes(first), league_table.rating_changes(second)
    assert (won.result.person, won.before, lost.before) == (alice, 1500, 1500)
    assert won.after > 1500
    before = {change.result.person: change.before for change in later}
    assert before == {alice: won.after, bob: lost.after, dora: 1500}
    assert all(change.difference == change.after - change.before for change in later)


def test_rating_changes_end_with_the_rating_that_the_league_shows(
    alice: Person, bob: Person, now: datetime
) -> None:
    people = {"south": alice, "west": bob}
    games = [
        ended(people, winners=(winner,), at=now + timedelta(days=day))
        for day, winner in enumerate(("south", "west", "west"))
    ]
    ratings.rate_games()
    table = {
        row.person_id: scale.rating_estimate(row.mu or 0)
        for row in league_table.sort_rows("conquest", ALL_TIME, "rating")
    }
    for change in league_table.rating_changes(games[-1]):
        assert change.after == table[change.result.person_id]


def test_rating_changes_tell_apart_games_that_ended_at_once(
    alice: Person, bob: Person, now: datetime
) -> None:
    people = {"south": alice, "west": bob}
    first, second = (ended(people, winners=("south",), at=now) for _number in range(2))
    ratings.rate_games()
    after = {change.result.person: change.after for change in league_table.rating_changes(first)}
    before = {change.result.person: change.before for change in league_table.rating_changes(second)}
    assert before == after


def test_no_rating_changes_are_told_before_the_league_has_counted(
    alice: Person, bob: Person, now: datetime
) -> None:
    assert (
        league_table.rating_changes(ended({"south": alice, "west": bob}, winners=(), at=now)) == []
    )
