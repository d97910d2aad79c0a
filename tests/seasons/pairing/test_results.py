"""A game is worth what a player has achieved against each opponent."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

from seasons.pairing.results import Played, is_win, list_meetings, score_game


def play(places: Sequence[int], sides: Sequence[int] = ()) -> Played:
    """Return a game of players 0, 1, … with these places."""
    players = tuple(range(len(places)))
    return Played(players, tuple(sides) or players, tuple(places))


@pytest.mark.parametrize(
    ("places", "sides", "points"),
    [
        ((1, 2), (), [2, 0]),
        ((2, 1), (), [0, 2]),
        ((1, 1), (), [1, 1]),
        ((1, 2, 3), (), [4, 2, 0]),
        ((4, 1, 3, 2), (), [0, 6, 2, 4]),
        ((1, 2, 2, 2), (), [6, 2, 2, 2]),
        ((1, 1, 2, 2), (0, 0, 1, 1), [4, 4, 0, 0]),
        ((1, 2, 1, 2), (0, 1, 0, 1), [4, 0, 4, 0]),
        ((1, 1, 1, 1), (0, 1, 0, 1), [2, 2, 2, 2]),
    ],
)
def test_half_points_of_a_game(
    places: tuple[int, ...], sides: tuple[int, ...], points: list[int]
) -> None:
    assert list(score_game(play(places, sides)).values()) == points


def test_what_was_achieved_against_those_who_left_counts_for_nobody() -> None:
    assert score_game(play([1, 2]), left={1}) == {0: 0, 1: 0}
    assert score_game(play([1, 2, 3, 4]), left=[0]) == {0: 0, 1: 4, 2: 2, 3: 0}
    assert score_game(play([1, 1, 2, 2], [0, 0, 1, 1]), left=[0, 3]) == {0: 0, 1: 2, 2: 0, 3: 0}


def test_all_points_of_a_game_are_two_for_each_pair_that_counts() -> None:
    chance = random.Random(2)
    for _game in range(500):
        number = chance.randint(2, 6)
        places = [chance.randint(1, number) for _seat in range(number)]
        left = {player for player in range(number) if chance.random() < 0.2}
        stay = number - len(left)
        points = score_game(play(places), left)
        assert sum(points.values()) == stay * (stay - 1)
        assert all(points[player] == 0 for player in left)


@pytest.mark.parametrize(
    ("places", "winners"),
    [((1, 2), {0}), ((1, 1), set()), ((1, 1, 3), {0, 1}), ((1, 1, 1), set()), ((2, 3, 1), {2})],
)
def test_who_wins_a_game(places: tuple[int, ...], winners: set[int]) -> None:
    met = list_meetings(play(places))
    assert {player for player, meetings in met.items() if is_win(meetings)} == winners


def test_who_has_met_nobody_who_stays_is_left_out() -> None:
    assert list_meetings(play([1, 2]), left={0}) == {}
