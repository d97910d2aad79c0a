"""Boards of squares as plain data: their squares, special squares, and stocks."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product

from conquest.core import Chart, Edge, Fault, Point, Seat
from conquest.kit.picture.markup import Attributes

SIDE = 66.0
HALF = SIDE / 2
FRAME, WATER = 44.0, 26.0

_NAME = re.compile(r"([a-z])([1-9][0-9]?)", re.ASCII)
_TOWARDS = ((1, 0), (1, 1), (0, 1), (-1, 1))  # half of the directions: each pair is joined once


@dataclass(frozen=True, slots=True)
class Special:
    """Special squares; their ``kind`` is zone, goal, start or rough."""

    kind: str
    squares: frozenset[str]
    owner: Seat | None = None


@dataclass(frozen=True, slots=True)
class Shelf:
    """A stock beside the squares: ``slots`` are the names of its places, ``across`` in a line.

    ``corner`` is the column and row of its upper left place, counted in squares: a1 is (1, 1).
    """

    slots: tuple[str, ...]
    across: int
    corner: Point
    owner: Seat | None = None

    def slot_places(self) -> Mapping[str, Point]:
        """Return the column and row of each place."""
        column, row = self.corner
        return {
            slot: (column + place % self.across, row - place // self.across)
            for place, slot in enumerate(self.slots)
        }


@dataclass(frozen=True)
class Grid:  # no slots: cached_property needs a __dict__
    """A board of squares, each named by the letter of its column and the number of its row.

    It is drawn after ``quarters`` quarter turns to the left: two show it from its far side, with
    the highest row at the bottom, one from its left side, with the first column at the bottom.
    """

    squares: frozenset[str]
    specials: tuple[Special, ...] = ()
    shelves: tuple[Shelf, ...] = ()
    quarters: int = 0

    def turn_left(self, quarters: int = 2) -> Grid:
        """Return the board turned to the left; stocks are still read from the left.

        :raises Fault: for a quarter turn of a board with stocks, which have no place then.
        """
        if quarters % 2 and self.shelves:
            raise Fault("a board with stocks beside it has only half turns")
        shelves = self.shelves
        if quarters % 4:
            shelves = tuple(
                replace(shelf, corner=self._opposite_corner(shelf)) for shelf in shelves
            )
        return replace(self, shelves=shelves, quarters=(self.quarters + quarters) % 4)

    @cached_property
    def square_spots(self) -> Mapping[str, tuple[int, int]]:
        """Return the column and row in which each square is drawn, from the lower left."""
        return {
            square: self.turned_spot(square_coordinates(square))
            for square in self.sort_squares(self.squares)
        }

    @cached_property
    def squares_by_spot(self) -> Mapping[tuple[int, int], str]:
        """Return the square that is drawn in each column and row."""
        return {at: square for square, at in self.square_spots.items()}

    def turned_spot(self, at: tuple[int, int]) -> tuple[int, int]:
        """Return where the square with this column and row in its name is drawn."""
        return _turn_spot(at, self._opposite_sums, self.quarters)

    def named_spot(self, at: tuple[int, int]) -> tuple[int, int]:
        """Return the column and row in the name of the square that is drawn at ``at``."""
        across, along = self._opposite_sums
        sums = (along, across) if self.quarters % 2 else (across, along)
        return _turn_spot(at, sums, -self.quarters % 4)

    @cached_property
    def chart(self) -> Chart:
        """Return where the squares lie, each joined to the squares around it, up to eight."""
        beside = {slot: at for shelf in self.shelves for slot, at in shelf.slot_places().items()}
        return Chart(
            size=self.point_at((self.last_spot[0] + 0.5, self.first_spot[1] - 0.5), FRAME + WATER),
            fields={square: self.point_at(at) for square, at in self.square_spots.items()},
            ways=tuple(self._square_edges()),
            beside={slot: self.point_at(at) for slot, at in beside.items()},
        )

    @cached_property
    def first_spot(self) -> Point:
        """Return the lowest column and row that is drawn."""
        columns, rows = self._drawn_extent()
        return min(columns), min(rows)

    @cached_property
    def last_spot(self) -> Point:
        """Return the highest column and row that is drawn."""
        columns, rows = self._drawn_extent()
        return max(columns), max(rows)

    def point_at(self, at: Point, beyond: float = 0) -> Point:
        """Return the point of a column and row in board units, shifted by ``beyond`` both ways."""
        left, top = self.first_spot[0] - 0.5, self.last_spot[1] + 0.5
        margin = FRAME + WATER + beyond
        return round(margin + (at[0] - left) * SIDE, 1), round(margin + (top - at[1]) * SIDE, 1)

    def corner_of(self, square: str) -> Point:
        """Return the upper left corner of a square."""
        x, y = self.chart.point_of(square)
        return x - HALF, y - HALF

    def sort_squares(self, squares: Iterable[str]) -> list[str]:
        """Return squares row by row from the lowest."""
        # a set has no fixed order, and equal boards must be equal bytes
        return sorted(squares, key=_row_then_column)

    def _drawn_extent(self) -> tuple[list[float], list[float]]:
        places = [at for shelf in self.shelves for at in shelf.slot_places().values()]
        columns, rows = zip(*self.square_spots.values(), *places, strict=True)
        return list(columns), list(rows)

    @cached_property
    def _opposite_sums(self) -> tuple[int, int]:
        """Return the sum of any two opposite columns, and of any two opposite rows."""
        columns, rows = zip(*map(square_coordinates, self.squares), strict=True)
        return min(columns) + max(columns), min(rows) + max(rows)

    def _opposite_corner(self, shelf: Shelf) -> Point:
        """Return the corner of a stock after a half turn: opposite to where it ends now."""
        columns, rows = zip(*shelf.slot_places().values(), strict=True)
        return self._opposite_sums[0] - max(columns), self._opposite_sums[1] - min(rows)

    def _square_edges(self) -> Iterable[Edge]:
        for (column, row), square in self.squares_by_spot.items():
            for right, up in _TOWARDS:
                other = self.squares_by_spot.get((column + right, row + up))
                if other:
                    yield Edge(square, other)


def rectangle(one: str, other: str) -> frozenset[str]:
    """Return the squares of a rectangle by two opposite corners: ``rectangle("a4", "j19")``."""
    (left, low), (right, high) = square_coordinates(one), square_coordinates(other)
    return frozenset(
        square_name(column, row)
        for column, row in product(range(left, right + 1), range(low, high + 1))
    )


def square_coordinates(square: str) -> tuple[int, int]:
    """Return the column and row of a square, counted from 1: "c4" is (3, 4).

    :raises Fault: if no square can have this name.
    """
    match = _NAME.fullmatch(square)
    if match is None:
        raise Fault(f"no square is called {square[:20]!r}")
    return ord(match[1]) - ord("a") + 1, int(match[2])


def square_attributes(half: float) -> Attributes:
    """Return the attributes of a square around the origin, ``half`` its side each way."""
    return {"x": -half, "y": -half, "width": 2 * half, "height": 2 * half}


def square_name(column: int, row: int) -> str:
    """Return the name of a square: (3, 4) is "c4"."""
    return f"{chr(ord('a') + column - 1)}{row}"


def _turn_spot(at: tuple[int, int], sums: tuple[int, int], quarters: int) -> tuple[int, int]:
    """Return a column and row after quarter turns of the board to the left; ``sums`` are the sums
    of its opposite columns and of its opposite rows."""
    (column, row), (across, along) = at, sums
    for _ in range(quarters):
        column, row, across, along = along - row, column, along, across
    return column, row


def _row_then_column(square: str) -> tuple[int, int]:
    column, row = square_coordinates(square)
    return row, column
