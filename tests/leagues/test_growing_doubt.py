"""Doubt grows with time: as a number, from game to game, and whatever comes to light when."""

from __future__ import annotations

import random
from datetime import datetime, timedelta

import pytest

from accounts.models import Person
from games.play import turns
from leagues import ratings, scale
from leagues.growing_doubt import DAY, REST, DatedRating, grow_sigma
from leagues.plackett_luce import NEWCOMER, Rating, rate_teams
from tests.leagues import reference
from tests.leagues.results import ended

SEATS = ("south", "west", "north", "east")
SURE = 90 / scale.UNIT


@pytest.fixture
def people(db: None) -> list[Person]:
    return [Person.objects.create_user(f"p{n}@example.org", name=f"Player {n}") for n in range(6)]


def told_doubt(sigma: float) -> int:
    return scale.rating_and_doubt(0, sigma)[1]


def doubt_after(days: int, now: datetime) -> int:
    """Return the doubt, as it is shown, of somebody who was sure some days ago."""
    return told_doubt(DatedRating(Rating(25, SURE), now - days * DAY).rating_at(now).sigma)


def test_doubt_rests_for_half_a_year_after_a_game(now: datetime) -> None:
    assert [doubt_after(days, now) for days in (0, 90, 180)] == [90, 90, 90]
    assert doubt_after(190, now) > 90


def test_doubt_of_who_was_sure_is_provisional_after_a_good_two_years(now: datetime) -> None:
    assert doubt_after(2 * 365, now) < scale.PROVISIONAL
    assert doubt_after(2 * 365 + 120, now) > scale.PROVISIONAL


def test_doubt_never_grows_beyond_that_of_a_newcomer(now: datetime) -> None:
    assert doubt_after(4000, now) == scale.DOUBT
    assert grow_sigma(SURE, now, now + 4000 * DAY) == NEWCOMER.sigma


def test_doubt_grows_as_much_in_two_steps_as_in_one(now: datetime) -> None:
    once = grow_sigma(SURE, now, now + 70 * DAY)
    step = grow_sigma(SURE, now, now + 30 * DAY)
    assert grow_sigma(step, now + 30 * DAY, now + 70 * DAY) == pytest.approx(once)


def test_doubt_of_who_plays_a_game_of_four_in_half_a_year_shrinks_on(now: datetime) -> None:
    """Slow games are few. Without the half year of rest they would stay newcomers for ever."""
    with_rest = without = NEWCOMER
    for _game in range(12):
        at = now + REST
        with_rest = play_equals(DatedRating(with_rest, now).rating_at(at))
        without = play_equals(Rating(without.mu, grow_sigma(without.sigma, now, at)))
    assert told_doubt(with_rest.sigma) < 290
    assert told_doubt(without.sigma) > 340


def play_equals(rating: Rating) -> Rating:
    """Return what a second place of four equals makes of a rating."""
    return rate_teams([[rating]] * 4, [1, 2, 3, 4])[1][0]


def test_the_next_game_moves_somebody_who_was_away_by_more(
    people: list[Person], now: datetime
) -> None:
    alone, others = people[0], people[1:]
    for day, other in enumerate(others):
        ended({"south": alone, "west": other}, winners=(), at=now + day * DAY)
    early = ended({"south": alone, "west": others[0]}, winners=("south",), at=now + 100 * DAY)
    late = ended({"south": alone, "west": others[1]}, winners=("south",), at=now + 700 * DAY)
    ratings.rate_games()
    steps = [
        alone.results.get(game=game).mu - alone.results.get(game=before).mu
        for before, game in ((late_of(alone, early.pk), early), (early.pk, late))
    ]
    assert steps[1] > 1.1 * steps[0]
    assert reference.shown_ratings() == reference.rate({game for game, _ in shown()})


def late_of(person: Person, game: int) -> int:
    """Return the last game of a person before another one."""
    played = list(person.results.order_by("ended_at").values_list("game", flat=True))
    return played[played.index(game) - 1]


def shown() -> dict[tuple[int, int], tuple[float, float]]:
    return reference.shown_ratings()


@pytest.mark.parametrize("seed", range(4))
def test_doubt_is_the_same_whenever_games_come_to_light(
    people: list[Person], now: datetime, seed: int
) -> None:
    """Games of six years in any order, some annulled: bit for bit as rated again."""
    dice = random.Random(seed)
    games = []
    for _ in range(25):
        seated = dict(zip(SEATS, dice.sample(people, dice.randint(2, 4)), strict=False))
        at = now + dice.randrange(6 * 365) * DAY + timedelta(seconds=dice.random() * 9999)
        games.append(ended(seated, winners=(dice.choice(list(seated)),), at=at))
        if dice.random() < 0.2:
            turns.annul_game(games.pop(dice.randrange(len(games))).pk, now=now)
        for _rated in ratings.rate_slices(most=dice.choice([2, 5, 500])):
            pass
    by_steps, standings = shown(), reference.kept_standings()
    assert by_steps == reference.rate({game.pk for game in games})
    assert standings == reference.standings()
    assert ratings.rate_again() == len(games)
    assert (shown(), reference.kept_standings()) == (by_steps, standings)


@pytest.mark.parametrize("is_annulled", [False, True])
def test_a_game_that_moves_nobody_shortens_the_time_until_the_next(
    people: list[Person], now: datetime, is_annulled: bool
) -> None:
    """The twelfth game of the same two in a year counts nothing; it is a game all the same."""
    seated = {"south": people[0], "west": people[1]}
    for day in range(11):
        ended(seated, winners=(), at=now + day * DAY)
    last = ended(seated, winners=("west",), at=now + 150 * DAY) if is_annulled else None
    later = ended(seated, winners=("south",), at=now + 300 * DAY)
    ratings.rate_games()
    before = people[0].results.get(game=later).sigma
    if last:
        turns.annul_game(last.pk, now=now)
    else:
        ended(seated, winners=("west",), at=now + 150 * DAY)
    ratings.rate_games()
    after = people[0].results.get(game=later).sigma
    assert after > before if is_annulled else after < before
    assert shown() == reference.rate({game for game, _ in shown()})
