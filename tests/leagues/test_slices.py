"""Games are rated in slices, and what is shown of them is always whole."""

from __future__ import annotations

import random
from collections.abc import Iterator
from datetime import datetime, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from structlog.testing import capture_logs

from accounts.models import Person
from games import tasks as game_tasks
from games.models import Game
from games.play import turns
from leagues import ratings, standings, tasks
from leagues.models import LeagueStanding, QueuedGame, Result, StagedResult
from tests.leagues import reference
from tests.leagues.results import ended

DAY = timedelta(days=1)
SEATS = ("south", "west", "north", "east")
RULESETS = ("conquest", "espionage")


@pytest.fixture
def people(db: None) -> list[Person]:
    return [Person.objects.create_user(f"p{n}@example.org", name=f"Player {n}") for n in range(8)]


def play(people: list[Person], dice: random.Random, now: datetime) -> Game:
    """Record a game of two to four of these people that ended on a random day of two years."""
    seated = dict(
        zip(
            ("south", "west", "north", "east"),
            dice.sample(people, dice.randint(2, 4)),
            strict=False,
        )
    )
    winners = dice.choice([(), *((name,) for name in seated)])
    at, ruleset = now + dice.randrange(600) * DAY, dice.choice(RULESETS)
    return ended(seated, winners=winners, at=at, ruleset=ruleset)


def assert_whole() -> None:
    """What is shown is what comes of exactly the games that are shown."""
    shown = reference.shown_ratings()
    assert shown == reference.rate({game for game, _person in shown})
    assert reference.kept_standings() == reference.standings()


@pytest.mark.parametrize("seed", range(5))
def test_slices_show_a_whole_league_whenever_they_stop(
    people: list[Person], now: datetime, seed: int
) -> None:
    """Games come to light on any day and are annulled, in the middle of rating as well."""
    dice = random.Random(seed)
    games = [play(people, dice, now) for _ in range(20)]
    under_way: Iterator[int] = iter(())
    seen = set()
    for _ in range(120):
        event = dice.random()
        if event < 0.05:
            games.append(play(people, dice, now))
        elif event < 0.1:
            turns.annul_game(games.pop(dice.randrange(len(games))).pk, now=now)
        elif next(under_way, None) is None:
            under_way = ratings.rate_slices(most=dice.choice([2, 3, 7]))
        assert_whole()
        seen.add(frozenset(game for game, _person in reference.shown_ratings()))
    assert len(seen) > 3
    ratings.rate_games()
    assert {game for game, _person in reference.shown_ratings()} == {game.pk for game in games}
    assert_whole()
    assert not QueuedGame.objects.exists()
    assert not StagedResult.objects.exists()


def test_slices_come_to_what_rating_again_comes_to(people: list[Person], now: datetime) -> None:
    dice = random.Random(7)
    for _ in range(30):
        play(people, dice, now)
        for _rated in ratings.rate_slices(most=3):
            pass
    kept, ratings_kept = reference.kept_standings(), reference.shown_ratings()
    assert ratings.rate_again() == 30
    assert reference.kept_standings() == kept
    assert reference.shown_ratings() == ratings_kept


def test_rating_takes_the_same_queries_for_ten_games_and_for_two_hundred(
    people: list[Person], now: datetime
) -> None:
    dice, counts = random.Random(1), []
    for games in (10, 200):
        for _ in range(games):
            ended(dict(zip(SEATS, dice.sample(people, 4), strict=True)), winners=SEATS[:1], at=now)
        with CaptureQueriesContext(connection) as captured:
            assert ratings.rate_games() == games
        counts.append(len(captured))
    assert counts[0] == counts[1] < 40


def test_a_late_game_leaves_those_alone_that_do_not_depend_on_it(
    people: list[Person], now: datetime
) -> None:
    """Two circles of people who never meet: the games of one are not rated for the other."""
    circles = people[:4], people[4:]
    for day, circle in enumerate(circles * 5):
        ended(dict(zip(SEATS, circle, strict=True)), winners=SEATS[:1], at=now + day * DAY)
    ratings.rate_games()
    ended(dict(zip(SEATS, circles[0], strict=True)), winners=SEATS[1:2], at=now - DAY)
    assert ratings.rate_games() == 6
    assert_whole()


def test_a_late_game_of_one_rule_set_leaves_another_alone(
    people: list[Person], now: datetime
) -> None:
    seated = dict(zip(SEATS, people[:4], strict=True))
    for ruleset in RULESETS:
        ended(seated, winners=SEATS[:1], at=now, ruleset=ruleset)
    ratings.rate_games()
    ended(seated, winners=SEATS[1:2], at=now - DAY)
    assert ratings.rate_games() == 2
    assert_whole()


def test_a_game_that_changes_nothing_ends_what_follows(people: list[Person], now: datetime) -> None:
    """A game that is looked at again, and comes out as it is stored, has no successors."""
    seated = dict(zip(SEATS, people[:4], strict=True))
    first, *_later = (ended(seated, winners=SEATS[:1], at=now + day * DAY) for day in range(4))
    ratings.rate_games()
    first.save()
    assert ratings.rate_games() == 1
    assert_whole()


def test_new_games_wait_until_the_league_is_whole_again(
    people: list[Person], now: datetime
) -> None:
    seated = dict(zip(SEATS, people[:4], strict=True))
    games = [ended(seated, winners=SEATS[:1], at=now + day * DAY) for day in range(6)]
    ratings.rate_games()
    before = reference.shown_ratings()
    turns.annul_game(games[0].pk, now=now)
    newest = ended(seated, winners=SEATS[2:3], at=now + 9 * DAY)
    slices = ratings.rate_slices(most=2)
    for _ in range(3):
        next(slices)
        assert reference.shown_ratings() == before
    list(slices)
    assert {game for game, _ in reference.shown_ratings()} == {
        one.pk for one in [*games[1:], newest]
    }
    assert_whole()


def test_a_tick_stops_rating_when_its_time_is_up(
    people: list[Person], now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is left is done by the next one: here each slice takes all the time."""
    monkeypatch.setattr(game_tasks, "SECONDS", -1.0)
    monkeypatch.setattr(ratings.rate_slices, "__defaults__", (2,))
    for day in range(5):
        ended({"south": people[0], "west": people[1]}, winners=("south",), at=now + day * DAY)
    assert [tasks.rate_games() for _ in range(5)] == [2, 2, 1, 0, 0]
    assert Result.objects.values("game").distinct().count() == 5


def test_an_idle_tick_asks_one_question(people: list[Person], now: datetime) -> None:
    for day in range(5):
        ended({"south": people[0], "west": people[1]}, winners=("south",), at=now + day * DAY)
    ratings.rate_games()
    with CaptureQueriesContext(connection) as captured:
        assert ratings.rate_games() == 0  # the task would leave a heartbeat, too
    assert len(captured) == 1


def test_a_friendly_game_is_never_queued(people: list[Person], now: datetime) -> None:
    seated = {"south": people[0], "west": people[1]}
    ended(seated, winners=("south",), at=now, is_rated=False)
    assert not QueuedGame.objects.exists()
    ended(seated, winners=("south",), at=now)
    assert QueuedGame.objects.count() == 1


def test_rating_again_mends_standings_and_results(people: list[Person], now: datetime) -> None:
    dice = random.Random(3)
    for _ in range(12):
        play(people, dice, now)
    ratings.rate_games()
    whole = reference.kept_standings(), reference.shown_ratings()
    Result.objects.update(mu=1.0)
    LeagueStanding.objects.update(games=100)
    assert ratings.rate_again() == 12
    assert (reference.kept_standings(), reference.shown_ratings()) == whole


@pytest.mark.parametrize("chunk", [1, 2])
def test_annulled_games_of_one_person_change_over_in_several_chunks(
    people: list[Person], now: datetime, monkeypatch: pytest.MonkeyPatch, chunk: int
) -> None:
    """In between, a standing counts games only that are annulled by a later chunk."""
    monkeypatch.setattr(standings, "CHUNK", chunk)
    cheat, *others = people[:4]
    games = [
        ended({"south": cheat, "west": other}, winners=SEATS[:1], at=now + day * DAY)
        for day, other in enumerate(others * 2)
    ]
    ended(dict(zip(SEATS, others, strict=False)), winners=SEATS[:1], at=now + 9 * DAY)
    ratings.rate_games()
    for game in games:
        turns.annul_game(game.pk, now=now)
    ratings.rate_games()
    assert not LeagueStanding.objects.filter(person=cheat).exists()
    assert_whole()
    assert not QueuedGame.objects.exists()


def test_the_only_game_of_a_season_is_annulled_after_a_slow_game_is_rated_again(
    people: list[Person], now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The slow game began first, so its chunk is the first, and ended in a later season."""
    monkeypatch.setattr(standings, "CHUNK", 1)
    seated = dict(zip(SEATS, people[:2], strict=False))
    slow = ended(seated, winners=SEATS[:1], at=now + 400 * DAY)
    only = ended(seated, winners=SEATS[:1], at=now)
    ratings.rate_games()
    slow.seats.update(has_won=True)
    slow.save()
    turns.annul_game(only.pk, now=now)
    ratings.rate_games()
    assert not LeagueStanding.objects.filter(season=now.year).exists()
    assert_whole()
    assert not QueuedGame.objects.exists()


def test_standings_are_rebuilt_while_a_game_is_queued(people: list[Person], now: datetime) -> None:
    """They are those of what is shown: the game still counts."""
    game = ended(dict(zip(SEATS, people[:2], strict=False)), winners=SEATS[:1], at=now)
    ratings.rate_games()
    turns.annul_game(game.pk, now=now)
    standings.rebuild_standings()
    assert_whole()
    ratings.rate_games()
    assert not LeagueStanding.objects.exists()


def test_a_rule_set_that_cannot_be_rated_leaves_the_others_their_turn(
    people: list[Person], now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    publish = standings.publish_results

    def fail_first(ruleset: str) -> None:
        publish(ruleset)
        if ruleset == min(RULESETS):
            raise ValueError("out of order")

    monkeypatch.setattr(standings, "publish_results", fail_first)
    seated = dict(zip(SEATS, people[:4], strict=True))
    for ruleset in RULESETS:
        ended(seated, winners=SEATS[:1], at=now, ruleset=ruleset)
    with capture_logs() as lines:
        ratings.rate_games()
    assert [(line["event"], line["ruleset"]) for line in lines] == [
        ("a league cannot be rated", "conquest")
    ]
    assert set(Result.objects.values_list("ruleset", flat=True)) == {"espionage"}
    assert_whole()
    monkeypatch.undo()
    ratings.rate_games()
    assert set(Result.objects.values_list("ruleset", flat=True)) == set(RULESETS)
    assert_whole()


def test_a_league_that_is_too_large_for_a_tick_says_so(
    people: list[Person], now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(standings, "MANY", 2)
    counts = []
    for games in (2, 3):
        for _ in range(games):
            ended(dict(zip(SEATS, people[:2], strict=False)), winners=SEATS[:1], at=now)
        with capture_logs() as lines:
            ratings.rate_games()
        counts.append([line["log_level"] for line in lines])
    assert counts == [[], ["warning"]]
