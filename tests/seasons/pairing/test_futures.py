"""How a season may end: open games are played through many times, by ratings and chance."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

import pytest

from seasons.pairing.futures import BETA, Future, Rating, count_futures
from seasons.pairing.results import Played
from seasons.pairing.round_robin import pair_rounds
from seasons.pairing.standings import OpenGame, find_certain, rank_players

ALL = ["direct", "wins", "sonneborn_berger"]
LEAGUE: Sequence[OpenGame] = [(pair, (0, 1)) for pairs in pair_rounds(8) for pair in pairs]
EQUAL: Mapping[int, Rating] = {player: (25.0, 0.0) for player in range(8)}


def count(
    played: Sequence[Played],
    games: Sequence[OpenGame],
    ratings: Mapping[int, Rating],
    left: Sequence[int] = (),
    number: int = 100,
) -> Mapping[int, Future]:
    chance = random.Random(6)
    return count_futures(
        range(8),
        played,
        games,
        ratings,
        tie_breaks=ALL,
        moving=2,
        chance=chance,
        left=left,
        number=number,
    )


def test_places_are_shared_out_in_every_future() -> None:
    found = count([], LEAGUE, EQUAL)
    assert sum(one.rises for one in found.values()) == 200
    assert sum(one.falls for one in found.values()) == 200
    assert sum(one.wins for one in found.values()) == 100


def test_equal_strengths_have_equal_chances() -> None:
    found = count([], LEAGUE, EQUAL, number=2_000)
    for one in found.values():
        assert one.rises == pytest.approx(500, abs=90)
        assert one.falls == pytest.approx(500, abs=90)
        assert one.wins == pytest.approx(250, abs=70)


def test_stronger_players_rise_more_often() -> None:
    ratings = {player: (25.0 + 2 * player, 1.0) for player in range(8)}
    found = count([], LEAGUE, ratings)
    assert found[7].wins > found[6].wins > found[4].wins
    assert found[0].falls > found[2].falls > found[6].falls


def test_one_game_is_won_as_often_as_strengths_say() -> None:
    """Two performances differ by the square root of two times beta, so one deviation is 84 %."""
    ratings = {0: (25.0 + BETA * 2**0.5, 0.0), 1: (25.0, 0.0)}
    games: list[OpenGame] = [((0, 1), (0, 1))]
    chance = random.Random(3)
    found = count_futures(
        [0, 1],
        [],
        games,
        ratings,
        tie_breaks=[],
        moving=1,
        chance=chance,
        number=4_000,
    )
    assert found[0].wins == pytest.approx(0.8413 * 4_000, abs=100)


def test_doubt_about_somebody_is_the_same_in_all_their_games() -> None:
    """Who may be far stronger or far weaker ends at the top or at the bottom, rarely between."""
    ratings = {**EQUAL, 0: (25.0, 20.0)}
    found = count([], LEAGUE, ratings)
    assert found[0].rises + found[0].falls > 80


def test_two_sides_of_strong_and_weak_are_even_where_their_sums_are() -> None:
    ratings = {0: (40.0, 0.0), 1: (10.0, 0.0), 2: (25.0, 0.0), 3: (25.0, 0.0)}
    games: list[OpenGame] = [((0, 1, 2, 3), (0, 0, 1, 1))]
    chance = random.Random(3)
    found = count_futures(
        range(4), [], games, ratings, tie_breaks=[], moving=2, chance=chance, number=2_000
    )
    assert found[0].rises == found[1].rises == pytest.approx(1_000, abs=120)
    assert found[2].rises == found[3].rises == 2_000 - found[0].rises


def test_a_finished_season_has_one_future() -> None:
    chance = random.Random(8)
    played = [Played(*game, tuple(chance.sample([1, 2], 2))) for game in LEAGUE]
    order = [line.player for line in rank_players(range(8), played, tie_breaks=ALL)]
    found = count(played, [], {})
    assert [player for player in order if found[player].rises == 100] == order[:2]
    assert {player for player in order if found[player].falls == 100} == {*order[6:]}
    assert found[order[0]].wins == 100


@pytest.mark.parametrize("open_games", [1, 3, 6, 10, 20])
def test_what_is_certain_happens_in_every_future(open_games: int) -> None:
    chance = random.Random(open_games)
    games = chance.sample(LEAGUE, len(LEAGUE))
    played = [
        Played(*game, (1, 2) if max(game[0]) == game[0][0] else (2, 1))
        for game in games[open_games:]
    ]
    certain = find_certain(range(8), played, games[:open_games], 2, left=[3])
    found = count(played, games[:open_games], EQUAL, left=[3])
    for player, prospect in certain.items():
        assert found[player].rises == 100 or not prospect.certain
        assert found[player].rises == 0 or prospect.possible


def test_those_who_left_fall_and_nobody_gains_by_games_against_them() -> None:
    found = count([Played((0, 7), (0, 1), (1, 2))], LEAGUE[:-1], EQUAL, left=[7, 6])
    assert found[7] == found[6] == Future(rises=0, falls=100, wins=0)
    assert sum(one.falls for one in found.values()) == 200


def test_all_may_leave() -> None:
    found = count([], LEAGUE, EQUAL, left=range(8))
    assert all(one.rises == one.wins == 0 for one in found.values())


def test_the_same_chance_makes_the_same_futures() -> None:
    assert count([], LEAGUE, {}) == count([], LEAGUE, {})
