"""Tables become better by exchanges: of people between two tables, and of opponents all around."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, permutations, product

from seasons.pairing.seats import SeatHistory, Table

REPEATED = 1_000_000  # the cost of meeting again, above all points and seats
APART = 10  # of a half point between two at a table, squared; a seat for the second time costs 1
NEAR = 4  # tables before and after one's own with which people change places
PASSES = 2  # through all tables that could be better
MORE_PASSES = 8  # through those where some meet again
STEPS = 20_000  # of a search for a way around two who would meet again


@dataclass(frozen=True, slots=True)
class RoundDraft:
    """Tables of a round before they are fixed: in the order of the ranking, so that near tables
    have about equal points. ``met`` tells of everybody how often they have met each other one."""

    tables: list[list[int]]
    points: Mapping[int, int]
    met: Mapping[int, Mapping[int, int]]
    seating: SeatHistory

    def exchange(self) -> None:
        """Exchange people while that makes tables better, first of all where some meet again."""
        self._exchange_in_passes()
        if self._lead_around():
            self._exchange_in_passes()

    def _exchange_in_passes(self) -> None:
        for least in [1] * PASSES + [REPEATED] * MORE_PASSES:
            costs = ((place, self._measure(table)) for place, table in enumerate(self.tables))
            for place, cost in costs:
                if cost >= least:
                    self._exchange_at(place, cost)

    def count_repeated(self, table: Table) -> int:
        """Return how often those at a table have met before."""
        return sum(self.met[one].get(other, 0) for one, other in combinations(table, 2))

    def _exchange_at(self, number: int, cost: int) -> None:
        """Make the best exchange with the nearest tables that help a table with that cost."""
        reach = len(self.tables) if cost >= REPEATED else NEAR
        for others in self._list_rings(number, reach):
            if self._exchange_with(number, others):
                return

    def _list_rings(self, number: int, reach: int) -> Iterator[Sequence[int]]:
        """Yield the tables around one: the next ones, and then always twice as far."""
        far = 1
        while far // 2 < reach:
            ring = range(far // 2 + 1, min(far, reach) + 1)
            near = [place for step in ring for place in (number - step, number + step)]
            yield [place for place in near if 0 <= place < len(self.tables)]
            far *= 2

    def _exchange_with(self, number: int, others: Sequence[int]) -> bool:
        """Make the exchange that helps most with one of ``others``; return whether one helps."""
        own = self._measure(self.tables[number])
        best, exchange = 0, None
        for other in others:
            before = own + self._measure(self.tables[other])
            for one, two in self._list_exchanges(number, other):
                change = self._measure(one) + self._measure(two) - before
                if change < best:
                    best, exchange = change, (other, one, two)
        if exchange:
            other, self.tables[number], self.tables[other] = exchange
        return exchange is not None

    def _list_exchanges(self, number: int, other: int) -> Iterator[tuple[list[int], list[int]]]:
        """Yield two tables after each exchange of one of each."""
        one, two = self.tables[number], self.tables[other]
        for place, other_place in product(range(len(one)), range(len(two))):
            yield (
                [*one[:place], two[other_place], *one[place + 1 :]],
                [*two[:other_place], one[place], *two[other_place + 1 :]],
            )

    def _measure(self, table: Table) -> int:
        """Return the cost of a table: of people who meet again, of points apart, and of seats."""
        cost = self.seating.measure(table)
        for one, other in combinations(table, 2):
            apart = self.points[one] - self.points[other]
            cost += APART * apart * apart + REPEATED * self.met[one].get(other, 0) ** 2
        return cost

    def _lead_around(self) -> bool:
        """Part those at tables of two who meet again, by longer ways than one exchange; return
        whether some are parted."""
        pairs = [table for table in self.tables if len(table) == 2 and self.count_repeated(table)]
        return any([self._part(*pair) for pair in pairs if pair in self.tables])

    def _part(self, one: int, other: int) -> bool:
        """Let everybody on the shortest way found meet the next one on it."""
        steps = iter(range(STEPS))
        ways = (self._find_way([one], other, length, steps) for length in range(len(self.tables)))
        way = next(filter(None, ways), ())
        places = sorted({self._find_place(player) for player in way})
        for place, pair in zip(places, zip(way[::2], way[1::2], strict=True), strict=True):
            self.tables[place] = [*pair]
        return bool(way)

    def _find_way(
        self, way: Sequence[int], end: int, length: int, steps: Iterator[int]
    ) -> Sequence[int]:
        """Return a way to ``end`` on which people by turns have not met yet, and sit at one table;
        nothing if there is none with that many tables between, or no step is left."""
        last, near = way[-1], self._find_place(way[-1])
        if length == 0:
            return () if self.met[last].get(end) else [*way, end]
        for place in sorted(range(len(self.tables)), key=lambda place: abs(place - near)):
            for one, other in permutations(self.tables[place]):
                if one in way or end in (one, other) or self.met[last].get(one):
                    continue
                if next(steps, None) is None:
                    return ()
                if found := self._find_way([*way, one, other], end, length - 1, steps):
                    return found
        return ()

    def _find_place(self, player: int) -> int:
        return next(place for place, table in enumerate(self.tables) if player in table)
