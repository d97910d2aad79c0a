"""Whole seasons of entries by chance: divisions, games, people who leave, and the final tables."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import combinations

import pytest

from seasons.pairing.divisions import DivisionSize, cut_into_divisions
from seasons.pairing.results import Played
from seasons.pairing.round_robin import pair_rounds
from seasons.pairing.standings import TIE_BREAKS, rank_players
from seasons.pairing.tables import plan_tables

SIZES = {2: DivisionSize(8, 2), 3: DivisionSize(6, 3), 4: DivisionSize(8, 4)}
GAMES = 7  # of each person, at tables of three and four
BOUND = 2  # how much oftener two meet than two others, where no even plan is found
TIES = [name for name in TIE_BREAKS if name != "progress"]


@cache
def plan_division(people: int, size: int) -> Sequence[Sequence[int]]:
    """Return the tables of a division, of people by their numbers, in the order of the seats."""
    if size == 2:
        return [pair for pairs in pair_rounds(people) for pair in pairs]
    return plan_tables(people, size, GAMES, random.Random(people)).tables


def check_balance(people: int, size: int) -> None:
    """Everybody meets everybody, and has each seat, about equally often."""
    tables = plan_division(people, size)
    met = Counter(frozenset(pair) for table in tables for pair in combinations(table, 2))
    meetings = [met[frozenset(pair)] for pair in combinations(range(people), 2)]
    assert max(meetings) - min(meetings) <= (0 if size == 2 else BOUND)
    had = Counter((player, seat) for table in tables for seat, player in enumerate(table))
    for player in range(people):
        seats = [had[player, seat] for seat in range(size)]
        assert max(seats) - min(seats) <= 1


def play_division(division: Sequence[int], size: int, chance: random.Random) -> None:
    """Play a division that anybody may leave at any moment, and look at its table each time."""
    tables = plan_division(len(division), size)
    played: list[Played] = []
    left: set[int] = set()
    for table in chance.sample(tables, len(tables)):
        players = tuple(division[place] for place in table)
        places = tuple(chance.randint(1, size) for _seat in table)
        played.append(Played(players, tuple(range(size)), places))
        left |= {player for player in players if chance.random() < 0.01}
    lines = rank_players(division, played, tie_breaks=TIES, left=left)
    assert [line.rank for line in lines] == [*range(1, len(division) + 1)]
    assert {line.player for line in lines} == {*division}
    assert [line.player for line in lines[len(lines) - len(left) :]] == [
        player for player in division if player in left
    ]
    staying = [line for line in lines if line.player not in left]
    pairs = sum(
        len(one) * (len(one) - 1) // 2 for one in ({*game.players} - left for game in played)
    )
    assert sum(line.points for line in staying) == 2 * pairs


def play_seasons(size: int, entries: int) -> None:
    chance, placed = random.Random(size), 0
    while placed < entries:
        number = int(2 * 500 ** chance.random())
        ranking = chance.sample(range(10 * number), number)
        divisions = cut_into_divisions(ranking, SIZES[size])
        assert [one for division in divisions for one in division] == (ranking if divisions else [])
        assert bool(divisions) == (number >= SIZES[size].least)
        for division in divisions:
            check_balance(len(division), size)
            play_division(division, size, chance)
        placed += number


@pytest.mark.parametrize("size", SIZES)
def test_ten_thousand_entries_play_whole_seasons(size: int) -> None:
    play_seasons(size, 10_000)
