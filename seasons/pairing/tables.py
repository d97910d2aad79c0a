"""Tables of three or four at which everybody meets everybody about equally often."""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations

from seasons.pairing.seats import Table, seat_players

TRIES = 400  # changes for each table, of which the better ones are kept
STARTS = 16  # plans at most, of which the most even one is kept


@dataclass(frozen=True, slots=True)
class TablePlan:
    """Tables with their players in the order of the seats. Two players meet at least ``least`` and
    at most ``most`` times."""

    tables: Sequence[Table]
    least: int
    most: int

    @property
    def spread(self) -> int:
        """How much oftener two players meet than two others."""
        return self.most - self.least

    @property
    def is_even(self) -> bool:
        """Whether everybody meets everybody equally often, within one."""
        return self.spread <= 1


def plan_tables(players: int, size: int, games: int, chance: random.Random) -> TablePlan:
    """Return tables of a size at which each of a number of players has that many ``games``, or one
    more where the numbers do not come out even; everybody has each seat equally often, within one.

    :raises ValueError: if there are fewer players than seats.
    """
    if players < size:
        raise ValueError(f"{players} players are too few for tables of {size}")
    plan = _find_plan(players, size, games)
    names = chance.sample(range(players), players)
    tables = [[names[one] for one in table] for table in plan.tables]
    return replace(plan, tables=chance.sample(tables, len(tables)))


@lru_cache(maxsize=1_000)  # the divisions of a season have one plan or two, with other people
def _find_plan(players: int, size: int, games: int) -> TablePlan:
    """Return the most even plan that is found for these numbers, always the same one."""
    chance = random.Random(f"{players}-{size}-{games}")
    starts = (_plan_once(players, size, games, chance) for _start in range(STARTS))
    best = _choose_most_even(starts, _find_least_spread(players, size, games))
    return replace(best, tables=seat_players(best.tables))


def _choose_most_even(plans: Iterator[TablePlan], spread: int) -> TablePlan:
    """Return the first plan with a spread that is wanted, or else the most even one; no more are
    made than are needed."""
    best = next(plans)
    while best.spread > spread and (plan := next(plans, None)):
        best = min(best, plan, key=lambda one: one.spread)
    return best


def _find_least_spread(players: int, size: int, games: int) -> int:
    """Return 0 where as many meetings as there are can be shared out evenly among all pairs."""
    meetings = math.ceil(players * games / size) * math.comb(size, 2)
    return 1 if meetings % math.comb(players, 2) else 0


def _plan_once(players: int, size: int, games: int, chance: random.Random) -> TablePlan:
    tables = _even_out(_fill_tables(players, size, games, chance), chance)
    met = _count_meetings(tables)
    pairs = [met[pair] for pair in combinations(range(players), 2)]
    return TablePlan(tables, min(pairs), max(pairs))


def _fill_tables(players: int, size: int, games: int, chance: random.Random) -> list[list[int]]:
    """Return tables one after the other: at each sit those who have played least, and of these
    those who have met least."""
    played, met = [0] * players, Counter[frozenset[int]]()
    tables: list[list[int]] = []
    for _number in range(math.ceil(players * games / size)):
        order = chance.sample(range(players), players)
        table: list[int] = []
        while len(table) < size:
            table.append(_choose_next(table, order, played, met))
        for player in table:
            played[player] += 1
        met.update(map(frozenset, combinations(table, 2)))
        tables.append(table)
    return tables


def _choose_next(
    table: Table, order: Sequence[int], played: Sequence[int], met: Counter[frozenset[int]]
) -> int:
    def rank(player: int) -> tuple[int, int]:
        return played[player], sum(met[frozenset((player, other))] for other in table)

    return min((player for player in order if player not in table), key=rank)


def _even_out(tables: list[list[int]], chance: random.Random) -> Sequence[Sequence[int]]:
    """Let players change places between two tables while that makes meetings more even."""
    met = _count_meetings(tables)
    for _try in range(TRIES * len(tables) if len(tables) > 1 else 0):
        one, other = chance.sample(tables, 2)
        place, other_place = chance.randrange(len(one)), chance.randrange(len(other))
        if one[place] not in other and other[other_place] not in one:
            _swap_if_better(one, place, other, other_place, met)
    return tables


def _swap_if_better(
    one: list[int], place: int, other: list[int], other_place: int, met: Counter[tuple[int, int]]
) -> None:
    before = _pairs_of(one, place) + _pairs_of(other, other_place)
    one[place], other[other_place] = other[other_place], one[place]
    after = _pairs_of(one, place) + _pairs_of(other, other_place)
    lost, won = Counter(before), Counter(after)
    if _change(met, won, lost) <= 0:
        met.update(won)
        met.subtract(lost)
    else:
        one[place], other[other_place] = other[other_place], one[place]


def _change(
    met: Counter[tuple[int, int]], won: Counter[tuple[int, int]], lost: Counter[tuple[int, int]]
) -> int:
    """Return by how much the sum of all squares of meetings changes."""
    change = 0
    for pair in won.keys() | lost.keys():
        step = won[pair] - lost[pair]
        change += step * (2 * met[pair] + step)
    return change


def _pairs_of(table: Table, place: int) -> list[tuple[int, int]]:
    player = table[place]
    return [_pair(player, other) for other in table if other != player]


def _pair(one: int, other: int) -> tuple[int, int]:
    return (one, other) if one < other else (other, one)


def _count_meetings(tables: Iterable[Table]) -> Counter[tuple[int, int]]:
    return Counter(_pair(*pair) for table in tables for pair in combinations(table, 2))
