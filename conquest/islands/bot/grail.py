"""Search for a turn that takes enough of the grail to immobilise all others (C36, C38)."""

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

# The search branches at every field: both numbers bound the time that it takes.
NODES = 200
TRIED = 3
RIDERLESS = "SK"


def conquest_of_grail(
    position: BitPosition, seat: Seat, own: tuple[Seat, ...]
) -> list[BotMove] | None:
    """Return moves that take the grail fields still lacking, None if none were found."""
    # The grail alone must suffice: fields of one castle immobilise only its owner.
    if position.chart.grail.bit_count() < FREEZING:
        return None
    return _GrailSearch(seat, own).find_moves(position)


class _GrailSearch:
    def __init__(self, seat: Seat, own: tuple[Seat, ...]) -> None:
        self.seat, self.own, self.nodes = seat, own, NODES

    def find_moves(self, position: BitPosition) -> list[BotMove] | None:
        lacking = self.count_lacking(position)
        if lacking <= 0:
            return []
        left = position.points - lost_points(position, self.seat, self.own)
        options = self.move_options(position, lacking, left)
        if self.nodes <= 0 or options is None:
            return None
        moves = min(options, key=_lowest_cost if len(options) > lacking else len)
        for move in sorted(moves, key=lambda option: option.cost)[:TRIED]:
            self.nodes -= 1
            after = after_move(position, move)
            if self.is_answered(position, after, move):
                continue
            rest = self.find_moves(after)
            if rest is not None:
                return [move, *rest]
        return None

    def count_lacking(self, position: BitPosition) -> int:
        """Return how many more grail fields the side needs."""
        return FREEZING - (position.chart.grail & self.side_mask(position)).bit_count()

    def side_mask(self, position: BitPosition) -> int:
        """Return the places that the side holds."""
        return sum(position.masks[seat] for seat in self.own)

    def move_options(
        self, position: BitPosition, lacking: int, left: int
    ) -> list[list[BotMove]] | None:
        """Return the moves to each grail field in reach, None if the points cannot suffice."""
        missing = position.chart.grail & ~self.side_mask(position)
        by_field: dict[int, list[BotMove]] = {at: [] for at in places_in(missing)}
        for reach in figure_reaches(position, self.seat, missing):
            if reach.unit.letter not in RIDERLESS or position.chart.grail >> reach.start & 1:
                continue
            limit = min(reach.steps, max(0, left))
            for at in places_in((reach.free[limit] | reach.met[limit]) & missing):
                cost = next(
                    n for n in range(1, limit + 1) if (reach.free[n] | reach.met[n]) >> at & 1
                )
                by_field[at].append(BotMove(reach.start, reach.figure, at, cost))
        near = [moves for moves in by_field.values() if moves]
        if len(near) < lacking:
            return None
        # A lower bound: a field taken from a foe gives its points back at once (C35).
        least = sum(sorted(map(_lowest_cost, near))[:lacking])
        back = PRICE * sum(1 for at in places_in(missing) if at in position.stacks)
        return near if least <= left + back else None

    def is_answered(self, before: BitPosition, after: BitPosition, move: BotMove) -> bool:
        """Whether a capture could be answered before the grail is taken."""
        there = before.stacks.get(move.end)
        if there is None or there.seat in self.own:
            return there is not None
        if self.count_lacking(after) <= 0:
            return False
        return any(
            reach.met[RECAPTURE_STEPS] >> move.end & 1
            for reach in figure_reaches(after, there.seat, 1 << move.end)
        )


def _lowest_cost(moves: list[BotMove]) -> int:
    return min(move.cost for move in moves)
