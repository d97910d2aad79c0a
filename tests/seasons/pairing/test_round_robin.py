"""Everybody meets everybody once, and has the first seat as often as the second."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from seasons.pairing.round_robin import pair_rounds


@pytest.mark.parametrize("players", [*range(2, 65), 127, 200])
def test_everybody_meets_everybody_once_and_seats_are_even(players: int) -> None:
    rounds = pair_rounds(players)
    games = [pair for one in rounds for pair in one]
    assert {frozenset(pair) for pair in games} == {
        frozenset(pair) for pair in combinations(range(players), 2)
    }
    assert len(games) == players * (players - 1) // 2
    first, second = Counter(one for one, _other in games), Counter(other for _one, other in games)
    assert all(abs(first[player] - second[player]) <= 1 for player in range(players))


@pytest.mark.parametrize("players", range(2, 65))
def test_nobody_plays_twice_in_a_round(players: int) -> None:
    rounds = pair_rounds(players)
    assert len(rounds) == players - 1 + players % 2
    for one in rounds:
        sitting = [player for pair in one for player in pair]
        assert len(sitting) == len(set(sitting)) == players - players % 2
