"""Enough of the grail in one turn to immobilise everybody else (C36, C38)."""

from __future__ import annotations

from conquest.core import Seat
from conquest.islands.bot.bit_board import places_in
from conquest.islands.bot.bit_position import (
    BitPosition,
    BotMove,
    after_move,
    figure_reaches,
    lost_points,
)
from conquest.islands.model import FREEZING, PRICE, RECAPTURE_STEPS

NODES = 200
TRIED = 3
RIDERLESS = "SK"


def conquest_of_grail(
    given: BitPosition, seat: Seat, own: tuple[Seat, ...]
) -> list[BotMove] | None:
    """Return moves that take as much of the grail as is lacking, None if none were found."""
    if given.chart.grail.bit_count() < FREEZING:
        return None
    return _GrailSearch(seat, own).find_moves(given)


class _GrailSearch:
    def __init__(self, seat: Seat, own: tuple[Seat, ...]) -> None:
        self.seat, self.own, self.nodes = seat, own, NODES

    def find_moves(self, given: BitPosition) -> list[BotMove] | None:
        lacking = self.count_lacking(given)
        if lacking <= 0:
            return []
        left = given.points - lost_points(given, self.seat, self.own)
        options = self.move_options(given, lacking, left)
        if self.nodes <= 0 or options is None:
            return None
        moves = min(options, key=_lowest_cost if len(options) > lacking else len)
        for move in sorted(moves, key=lambda one: one.cost)[:TRIED]:
            self.nodes -= 1
            after = after_move(given, move)
            if self.is_answered(given, after, move):
                continue
            rest = self.find_moves(after)
            if rest is not None:
                return [move, *rest]
        return None

    def count_lacking(self, given: BitPosition) -> int:
        """Return how many fields are lacking; there may be more that others hold, or nobody."""
        return FREEZING - (given.chart.grail & self.side_mask(given)).bit_count()

    def side_mask(self, given: BitPosition) -> int:
        """Return what the side holds."""
        return sum(given.masks[seat] for seat in self.own)

    def move_options(
        self, given: BitPosition, lacking: int, left: int
    ) -> list[list[BotMove]] | None:
        """Return the moves to each field in reach, None if so many cannot be paid."""
        missing = given.chart.grail & ~self.side_mask(given)
        found: dict[int, list[BotMove]] = {at: [] for at in places_in(missing)}
        for one in figure_reaches(given, self.seat, missing):
            if one.unit.letter not in RIDERLESS or given.chart.grail >> one.start & 1:
                continue
            limit = min(one.steps, max(0, left))
            for at in places_in((one.free[limit] | one.met[limit]) & missing):
                cost = next(n for n in range(1, limit + 1) if (one.free[n] | one.met[n]) >> at & 1)
                found[at].append(BotMove(one.start, one.figure, at, cost))
        near = [moves for moves in found.values() if moves]
        if len(near) < lacking:
            return None
        least = sum(sorted(map(_lowest_cost, near))[:lacking])
        back = PRICE * sum(1 for at in places_in(missing) if at in given.stacks)
        return near if least <= left + back else None

    def is_answered(self, before: BitPosition, after: BitPosition, move: BotMove) -> bool:
        """Whether a capture would be answered before the grail is taken."""
        there = before.stacks.get(move.end)
        if there is None or there.seat in self.own:
            return there is not None
        if self.count_lacking(after) <= 0:
            return False
        return any(
            one.met[RECAPTURE_STEPS] >> move.end & 1
            for one in figure_reaches(after, there.seat, 1 << move.end)
        )


def _lowest_cost(moves: list[BotMove]) -> int:
    return min(move.cost for move in moves)
