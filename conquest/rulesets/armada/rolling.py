"""How a die lands and rolls, and what it pushes: no chance, no ranks (HK24, I26 to I30).

The middle of a die is told in half squares from the middle of a1: on even numbers it lies on
the middle of a square, on odd ones between two.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from itertools import islice, product
from typing import Literal, TypeAlias

from conquest.core import Seat
from conquest.rulesets.armada.board import (
    INWARDS,
    Direction,
    Square,
    ahead,
    name,
    spot,
    square_order,
)
from conquest.rulesets.armada.ground import touched
from conquest.rulesets.armada.model import State

Half: TypeAlias = tuple[int, int]
Result: TypeAlias = Literal["rests", "out", "void"]
Standing: TypeAlias = dict[Square, Square]
"""Where units stand now, and where they stood before the throw."""


@dataclass(frozen=True, slots=True)
class Table:
    """What a die meets: the board, whose direction it rolls in, closed squares and live zones."""

    size: int
    towards: Direction
    closed: frozenset[Square]
    live: frozenset[Square]


@dataclass(frozen=True, slots=True)
class Roll:
    """What comes of a roll: its ``path``, the ``squares`` a resting die touches, where units
    stand by then, and who fell off the board, in that order, by where they stood before."""

    result: Result
    path: tuple[Half, ...]
    standing: Mapping[Square, Square]
    fallen: tuple[Square, ...] = ()
    squares: tuple[Square, ...] = ()

    @property
    def shifts(self) -> dict[Square, Square]:
        """Return where units were pushed to, by where they stood before."""
        moved = {was: at for at, was in self.standing.items() if at != was}
        return {was: moved[was] for was in sorted(moved, key=square_order)}


@dataclass(frozen=True, slots=True)
class _Rolling:
    """A die under way: where it was, where units stand by now, who has fallen."""

    table: Table
    path: tuple[Half, ...] = ()
    standing: Standing = field(default_factory=dict)
    fallen: tuple[Square, ...] = ()

    def ended(self, result: Result) -> Roll:
        """Return what came of it, the last of its path being where it rests."""
        if result == "rests" and not self.path:
            result = "out"
        squares = touches(self.table.size, self.path[-1]) if result == "rests" else ()
        return Roll(result, self.path, self.standing, self.fallen, squares or ())


def table(state: State, seat: Seat) -> Table:
    """Return what a seat's die meets on its way."""
    closed, live = frozenset(touched(state)), frozenset(state.live)
    return Table(state.size, INWARDS[seat], closed, live)


def roll(table: Table, units: frozenset[Square], landing: Half, steps: int) -> Roll:
    """Return what a die does that lands there and rolls so many half squares."""
    return next(islice(rolls(table, units, landing), steps, None))


def rolls(table: Table, units: frozenset[Square], landing: Half) -> Iterator[Roll]:
    """Yield what a die does that lands there and rolls on by 0, 1, 2 ... half squares."""
    at, die = landing, _Rolling(table, standing={square: square for square in units})
    while True:
        after = _onto(die, at)
        if isinstance(after, Roll):
            break
        die = after
        yield die.ended("rests")
        at = at[0] + table.towards[0], at[1] + table.towards[1]
    while True:
        yield after


@cache
def touches(size: int, at: Half) -> tuple[Square, ...] | None:
    """Return the squares that a die touches in square order, None where it leaves the board."""
    columns, rows = ({part // 2, (part + 1) // 2} for part in at)
    if min(*columns, *rows) < 0 or max(*columns, *rows) >= size:
        return None
    found = (name(column, row) for row, column in product(sorted(rows), sorted(columns)))
    return tuple(found)


def landed(aim: Square, across: int, along: int) -> Half:
    """Return the middle of a die that lands beside its aim by so many half squares (I27)."""
    column, row = spot(aim)
    return 2 * column + across, 2 * row + along


def _onto(die: _Rolling, at: Half) -> _Rolling | Roll:
    """Return the die after its next position, or what came of it there."""
    table = die.table
    squares = touches(table.size, at)
    if squares is None:
        return _Rolling(table, (*die.path, at), die.standing, die.fallen).ended("out")
    here = frozenset(squares)
    if here & table.live:
        return _Rolling(table, (*die.path, at)).ended("void")
    if here & table.closed:
        return die.ended("rests")
    return _pushing(die, at, squares)


def _pushing(die: _Rolling, at: Half, squares: tuple[Square, ...]) -> _Rolling | Roll:
    """Push what stands under a die; all pushes of one position are one (I29)."""
    table, path = die.table, (*die.path, at)
    if not any(square in die.standing for square in squares):
        return _Rolling(table, path, die.standing, die.fallen)
    push = _Push(table, dict(die.standing), list(die.fallen))
    push.clear(_from_front(squares, table.towards))
    if push.is_blocked:
        return die.ended("rests")
    if push.is_void:
        return _Rolling(table, path).ended("void")
    return _Rolling(table, path, push.standing, tuple(push.fallen))


@cache
def _from_front(squares: tuple[Square, ...], towards: Direction) -> tuple[Square, ...]:
    """Return touched squares from the front backwards, side by side in square order (I29)."""
    return tuple(sorted(squares, key=lambda square: (-_far(square, towards), square_order(square))))


def _far(square: Square, towards: Direction) -> int:
    column, row = spot(square)
    return column * towards[0] + row * towards[1]


@dataclass(slots=True)
class _Push:
    """Pushes at one position of a die."""

    table: Table
    standing: Standing
    fallen: list[Square]
    is_blocked: bool = False
    is_void: bool = False

    def clear(self, squares: tuple[Square, ...]) -> None:
        """Push until nobody stands on these squares any more (I28)."""
        while not self.is_blocked and any(square in self.standing for square in squares):
            for square in squares:
                if square in self.standing:
                    self._shove(square)

    def _shove(self, square: Square) -> None:
        """Push the unit on a square by one, and those ahead of it (HK24)."""
        size, towards = self.table.size, self.table.towards
        row = [square]
        while (after := ahead(row[-1], towards, size)) in self.standing:
            row.append(after)
        if after in self.table.closed:
            self.is_blocked = True
            return
        for unit in reversed(row):
            self._shift(unit, ahead(unit, towards, size))

    def _shift(self, start: Square, end: Square) -> None:
        was = self.standing.pop(start)
        if not end:
            self.fallen.append(was)
            return
        self.is_void = self.is_void or end in self.table.live
        self.standing[end] = was
