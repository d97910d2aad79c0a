"""How a die lands and rolls, and what it pushes: no chance, no ranks (HK24, I26 to I30).

The middle of a die is given in half squares from the middle of a1: an even number is the middle
of a square, an odd one the line between two.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from itertools import islice, product
from typing import Literal, TypeAlias

from conquest.core import Seat
from conquest.kit.hidden_army import (
    Direction,
    Square,
    square_coordinates,
    square_name,
    square_order,
)
from conquest.rulesets.armada.board import INWARDS, next_square
from conquest.rulesets.armada.ground import closed_squares
from conquest.rulesets.armada.model import State

DiePoint: TypeAlias = tuple[int, int]
Result: TypeAlias = Literal["rests", "out", "void"]
Standing: TypeAlias = dict[Square, Square]
"""Maps where each unit stands now to where it stood before the throw."""


@dataclass(frozen=True, slots=True)
class RollBoard:
    """What a die meets: the size of the board, the direction of the roll, closed squares, and the
    squares of live zones."""

    size: int
    towards: Direction
    closed: frozenset[Square]
    live: frozenset[Square]


@dataclass(frozen=True, slots=True)
class Roll:
    """The result of a roll: its ``path``, the ``squares`` that a resting die touches, where units
    stand at the end, and the ``fallen`` in the order of their falls, by where they stood before."""

    result: Result
    path: tuple[DiePoint, ...]
    standing: Mapping[Square, Square]
    fallen: tuple[Square, ...] = ()
    squares: tuple[Square, ...] = ()

    @property
    def shifts(self) -> dict[Square, Square]:
        """Where units were pushed to, by where they stood before."""
        moved = {was: at for at, was in self.standing.items() if at != was}
        return {was: moved[was] for was in sorted(moved, key=square_order)}


@dataclass(frozen=True, slots=True)
class _RollingDie:
    """A die that is still rolling: its path so far, where units stand now, and who has fallen."""

    table: RollBoard
    path: tuple[DiePoint, ...] = ()
    standing: Standing = field(default_factory=dict)
    fallen: tuple[Square, ...] = ()

    def end_roll(self, result: Result) -> Roll:
        """Return the result; a die rests on the last position of its path."""
        # A die that lands on a closed square has no earlier position to rest on (HK24).
        if result == "rests" and not self.path:
            result = "out"
        squares = touched_squares(self.table.size, self.path[-1]) if result == "rests" else ()
        return Roll(result, self.path, self.standing, self.fallen, squares or ())


def roll_board(state: State, seat: Seat) -> RollBoard:
    """Return the board as a seat's die meets it."""
    closed, live = frozenset(closed_squares(state)), frozenset(state.live_zones)
    return RollBoard(state.size, INWARDS[seat], closed, live)


def roll_die(table: RollBoard, units: frozenset[Square], landing: DiePoint, steps: int) -> Roll:
    """Return the result of a die that lands at a point and rolls for some half squares."""
    return next(islice(rolls_by_step(table, units, landing), steps, None))


def rolls_by_step(table: RollBoard, units: frozenset[Square], landing: DiePoint) -> Iterator[Roll]:
    """Yield the results of a die that lands at a point and rolls on by 0, 1, 2 … half squares."""
    at, die = landing, _RollingDie(table, standing={square: square for square in units})
    while True:
        after = _advance_die(die, at)
        if isinstance(after, Roll):
            break
        die = after
        yield die.end_roll("rests")
        at = at[0] + table.towards[0], at[1] + table.towards[1]
    # The roll is over, so any further half step gives the same result.
    while True:
        yield after


@cache
def touched_squares(size: int, at: DiePoint) -> tuple[Square, ...] | None:
    """Return the squares that a die touches in square order, ``None`` if it leaves the board."""
    # An odd number lies between two columns or rows, and the die touches both.
    columns, rows = ({part // 2, (part + 1) // 2} for part in at)
    if min(*columns, *rows) < 0 or max(*columns, *rows) >= size:
        return None
    names = (square_name(column, row) for row, column in product(sorted(rows), sorted(columns)))
    return tuple(names)


def landing_point(aim: Square, across: int, along: int) -> DiePoint:
    """Return the middle of a die that misses its aim by ``across`` and ``along`` half squares
    (I27)."""
    column, row = square_coordinates(aim)
    return 2 * column + across, 2 * row + along


def _advance_die(die: _RollingDie, at: DiePoint) -> _RollingDie | Roll:
    """Return the die after its next position, or the result if the roll ends there."""
    table = die.table
    squares = touched_squares(table.size, at)
    if squares is None:
        return _RollingDie(table, (*die.path, at), die.standing, die.fallen).end_roll("out")
    here = frozenset(squares)
    # A void throw restores everything, so neither shifts nor falls are handed on (K40).
    if here & table.live:
        return _RollingDie(table, (*die.path, at)).end_roll("void")
    if here & table.closed:
        return die.end_roll("rests")
    return _push_units(die, at, squares)


def _push_units(die: _RollingDie, at: DiePoint, squares: tuple[Square, ...]) -> _RollingDie | Roll:
    """Push the units under a die; all pushes of one position are one (I29)."""
    table, path = die.table, (*die.path, at)
    if not any(square in die.standing for square in squares):
        return _RollingDie(table, path, die.standing, die.fallen)
    # Copies: if one push is blocked, none of this position happens (I29).
    push = _Push(table, dict(die.standing), list(die.fallen))
    push.clear_squares(_sort_from_front(squares, table.towards))
    # A blocked push counts before one into a live zone (I29).
    if push.is_blocked:
        return die.end_roll("rests")
    if push.is_void:
        return _RollingDie(table, path).end_roll("void")
    return _RollingDie(table, path, push.standing, tuple(push.fallen))


@cache
def _sort_from_front(squares: tuple[Square, ...], towards: Direction) -> tuple[Square, ...]:
    """Return touched squares from the front to the back, those side by side in square order
    (I29)."""
    return tuple(
        sorted(
            squares, key=lambda square: (-_distance_along(square, towards), square_order(square))
        )
    )


def _distance_along(square: Square, towards: Direction) -> int:
    column, row = square_coordinates(square)
    return column * towards[0] + row * towards[1]


@dataclass(slots=True)
class _Push:
    """All pushes at one position of a die."""

    table: RollBoard
    standing: Standing
    fallen: list[Square]
    is_blocked: bool = False
    is_void: bool = False

    def clear_squares(self, squares: tuple[Square, ...]) -> None:
        """Push until no unit stands on these squares any more (I28)."""
        while not self.is_blocked and any(square in self.standing for square in squares):
            for square in squares:
                if square in self.standing:
                    self._push_row(square)

    def _push_row(self, square: Square) -> None:
        """Push the unit on a square by one square, and the units ahead of it (HK24)."""
        size, towards = self.table.size, self.table.towards
        row = [square]
        while (after := next_square(row[-1], towards, size)) in self.standing:
            row.append(after)
        if after in self.table.closed:
            self.is_blocked = True
            return
        # From the front, so that each unit finds the next square free.
        for unit in reversed(row):
            self._shift_unit(unit, next_square(unit, towards, size))

    def _shift_unit(self, start: Square, end: Square) -> None:
        was = self.standing.pop(start)
        if not end:
            self.fallen.append(was)
            return
        self.is_void = self.is_void or end in self.table.live
        self.standing[end] = was
