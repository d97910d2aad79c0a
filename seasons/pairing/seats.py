"""Who sits where, so that everybody has each seat equally often.

Tables that are all known, and their players, are the two sides of a graph, and seats the colours of
its edges: a graph of this kind needs no more colours than its busiest point has edges (Kőnig).
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import permutations
from typing import TypeAlias

Table: TypeAlias = Sequence[int]
Point: TypeAlias = tuple[str, int, int]


@dataclass(slots=True)
class _Colouring:
    """Which edge of a point has which colour: ``ends`` leads from a point and a colour to the other
    end."""

    colours: int
    ends: dict[Point, dict[int, Point]] = field(default_factory=lambda: defaultdict(dict))

    def add(self, table: Point, player: Point) -> None:
        """Colour one more edge, after others have changed their colours where need be."""
        at_table, at_player = self._free_colour(table), self._free_colour(player)
        if at_table != at_player:
            # A path of the two colours by turns, which cannot lead back to the table.
            self._swap(player, at_table, at_player)
        self._set(table, player, at_table)

    def _free_colour(self, point: Point) -> int:
        taken = self.ends[point]
        return next(colour for colour in range(self.colours) if colour not in taken)

    def _swap(self, start: Point, first: int, second: int) -> None:
        path = list(self._walk(start, first, second))
        for one, other, colour in path:
            del self.ends[one][colour], self.ends[other][colour]
        for one, other, colour in path:
            self._set(one, other, second if colour == first else first)

    def _walk(self, point: Point, first: int, second: int) -> Iterator[tuple[Point, Point, int]]:
        while first in self.ends[point]:
            end = self.ends[point][first]
            yield point, end, first
            point, first, second = end, second, first

    def _set(self, one: Point, other: Point, colour: int) -> None:
        self.ends[one][colour], self.ends[other][colour] = other, one


def seat_players(tables: Sequence[Table]) -> Sequence[Table]:
    """Return tables of equal size with their players in the order of the seats: everybody has each
    seat as often as the others, within one."""
    size = len(tables[0]) if tables else 0
    colouring, played = _Colouring(size), defaultdict[int, int](int)
    for number, table in enumerate(tables):
        for player in table:
            # In each bundle of as many games as there are seats somebody has each seat once.
            bundle = played[player] // size
            played[player] += 1
            colouring.add(("table", number, 0), ("player", player, bundle))
    return [
        [colouring.ends["table", number, 0][seat][1] for seat in range(size)]
        for number in range(len(tables))
    ]


Surplus: TypeAlias = tuple[int, ...]
"""How much oftener somebody has had each seat than the one that they have had least."""


@dataclass(frozen=True, slots=True)
class SeatHistory:
    """Who has had which seat: for tables that become known one round after the other."""

    size: int
    surplus: Mapping[int, Surplus]

    @classmethod
    def after(cls, tables: Iterable[Table], size: int) -> SeatHistory:
        """Return how people have sat at ``tables``, of whose seats the first ``size`` count."""
        had: dict[int, list[int]] = defaultdict(lambda: [0] * size)
        for table in tables:
            for seat, player in enumerate(table[:size]):
                had[player][seat] += 1
        return cls(size, {one: tuple(n - min(all_) for n in all_) for one, all_ in had.items()})

    def measure(self, table: Table) -> int:
        """Return how uneven seats become by a table in its best order: the sum of the squares of
        what each had of their seat before."""
        return _measure_best(tuple(sorted(self._list_surplus(table))))

    def seat(self, table: Table, chance: random.Random) -> tuple[int, ...]:
        """Return a table in its best order, by chance if there are several."""
        shuffled = chance.sample(table, len(table))
        return min(
            permutations(shuffled), key=lambda order: _sum_squares(self._list_surplus(order))
        )

    def _list_surplus(self, table: Table) -> Sequence[Surplus]:
        none = (0,) * self.size
        return [self.surplus.get(player, none) for player in table]


@lru_cache(maxsize=100_000)  # few are different, and each is asked for many times
def _measure_best(rows: Sequence[Surplus]) -> int:
    return min(map(_sum_squares, permutations(rows)))


def _sum_squares(rows: Sequence[Surplus]) -> int:
    return sum(row[seat] ** 2 for seat, row in enumerate(rows))
