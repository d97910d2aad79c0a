"""The doubt by which people are ranked grows without a game, a slice of the league at a time."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import Person
from leagues import league_table, ranked_doubt, ratings, tasks
from leagues.growing_doubt import DAY, REST, grow_sigma
from leagues.league_table import ALL_TIME
from leagues.models import LeagueStanding
from leagues.plackett_luce import NEWCOMER
from tests.leagues.results import ended

WEEK = timedelta(days=7)


@pytest.fixture
def played(alice: Person, bob: Person, dora: Person, now: datetime) -> None:
    """Alice has won two games and is gone; Bob and Dora go on for years, and draw."""
    for day, other in enumerate((bob, dora)):
        ended({"south": alice, "west": other}, winners=("south",), at=now + day * DAY)
    for days in range(100, 1500, 100):
        ended({"south": bob, "west": dora}, winners=(), at=now + days * DAY)
    ratings.rate_games()


def grow(now: datetime) -> int:
    return sum(ranked_doubt.grow_doubts(now=now))


def rating_row(person: Person, season: int = ALL_TIME) -> LeagueStanding:
    return LeagueStanding.objects.get(person=person, ruleset="conquest", season=season)


def ranked() -> list[str]:
    rows = league_table.sort_rows("conquest", ALL_TIME, "rating")
    return [row.person.name for row in rows.select_related("person")]


@pytest.mark.usefixtures("played")
def test_who_is_away_falls_in_rank_as_their_doubt_grows(
    alice: Person, bob: Person, now: datetime
) -> None:
    for person, mu, sigma in ((alice, 30.0, 3.0), (bob, 27.0, 2.5)):
        LeagueStanding.objects.filter(person=person, season=ALL_TIME).exclude(ruleset="").update(
            mu=mu, sigma=sigma
        )
    assert ranked() == ["Alice", "Bob", "Dora"]
    assert grow(now + 1500 * DAY) == 1
    assert ranked()[:2] == ["Bob", "Alice"]
    assert rating_row(alice).mu == 30


@pytest.mark.usefixtures("played")
def test_ranked_doubt_is_what_pages_show_however_often_it_was_brought_up_to_date(
    alice: Person, now: datetime
) -> None:
    first = rating_row(alice)
    assert first.grows_from == now + DAY + REST
    end = now + DAY + REST + 60 * DAY
    for days in range(0, 60, 8):
        grow(now + DAY + REST + days * DAY)
    row, told = rating_row(alice), grow_sigma(first.sigma or 0, now + DAY + REST, end)
    assert (row.sigma or 0) > (first.sigma or 0)
    for one in (first, row):
        assert league_table.rating_now(one, end).sigma == pytest.approx(told)


@pytest.mark.usefixtures("played")
def test_doubt_that_can_grow_no_more_is_left_alone(alice: Person, now: datetime) -> None:
    grow(now + 3000 * DAY)
    row = rating_row(alice)
    assert (row.sigma, row.grows_from) == (NEWCOMER.sigma, None)
    assert grow(now + 9000 * DAY) == 0
    assert league_table.rating_now(row, now + 9000 * DAY).sigma == NEWCOMER.sigma


@pytest.mark.usefixtures("played")
def test_doubt_of_a_week_alone_is_brought_up_to_date(now: datetime) -> None:
    due = now + DAY + REST + WEEK
    assert (grow(due), grow(due + timedelta(seconds=1)), grow(due + DAY)) == (0, 1, 0)


@pytest.mark.usefixtures("played")
def test_a_season_stays_as_its_last_game_left_it(alice: Person, now: datetime) -> None:
    before = rating_row(alice, now.year)
    grow(now + 3000 * DAY)
    assert rating_row(alice, now.year).sigma == before.sigma
    assert league_table.rating_now(before, now + 3000 * DAY).sigma == before.sigma


@pytest.mark.usefixtures("played")
def test_a_game_and_rating_again_begin_from_the_last_game(
    alice: Person, bob: Person, now: datetime
) -> None:
    before = LeagueStanding.objects.order_by("person", "ruleset", "season")
    rows = list(before.values("person", "season", "mu", "sigma", "grows_from"))
    grow(now + 700 * DAY)
    ratings.rate_again()
    assert list(before.values("person", "season", "mu", "sigma", "grows_from")) == rows
    grow(now + 700 * DAY)
    ended({"south": alice, "west": bob}, winners=(), at=now + 1600 * DAY)
    ratings.rate_games()
    assert rating_row(alice).grows_from == now + 1600 * DAY + REST


def test_the_tick_lets_doubt_grow(alice: Person, bob: Person) -> None:
    ended({"south": alice, "west": bob}, winners=(), at=timezone.now() - 200 * DAY)
    assert tasks.rate_games() == 1
    [last] = alice.results.all()
    row = rating_row(alice)
    assert row.sigma is not None
    assert row.sigma > last.sigma
    assert row.grows_from is not None
    assert timezone.now() - row.grows_from < DAY


def test_each_slice_of_doubts_is_one_statement(
    alice: Person, bob: Person, dora: Person, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    ended({"south": alice, "west": bob, "north": dora}, winners=(), at=now)
    ratings.rate_games()
    monkeypatch.setattr(ranked_doubt, "SLICE", 2)
    with CaptureQueriesContext(connection) as captured:
        assert list(ranked_doubt.grow_doubts(now=now + 400 * DAY)) == [2, 1]
    assert len(captured) == 2


def grow_elsewhere(now: datetime) -> int:
    """Let doubt grow in a connection of its own, which waits for no lock for long."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SET lock_timeout = '3s'")
        return grow(now)
    finally:
        connection.close()


@pytest.mark.django_db(transaction=True)
def test_rows_that_a_rater_holds_are_passed_over(alice: Person, bob: Person, now: datetime) -> None:
    """Else it and the rater could wait for each other."""
    ended({"south": alice, "west": bob}, winners=(), at=now)
    ratings.rate_games()
    with transaction.atomic(), ThreadPoolExecutor(1) as pool:
        LeagueStanding.objects.filter(person=alice).update(games=2)
        assert pool.submit(grow_elsewhere, now + 400 * DAY).result() == 1
    assert grow(now + 400 * DAY) == 1
