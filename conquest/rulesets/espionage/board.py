"""The two boards: their squares, set-up zones, neighbours and volcanoes (EP1, EP2, HE3, HE22)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from itertools import product
from typing import TypeAlias

from conquest.core import Numbers, Seat

Square: TypeAlias = str

SIZES = (10, 8)
ZONE_ROWS = {10: 3, 8: 2}
SETS_OF_VOLCANOES = {10: 2, 8: 1}
"""How many random numbers are drawn for the volcanoes, by the size of the board (EP2)."""

_STEPS = ((0, 1), (1, 0), (0, -1), (-1, 0))
_AROUND = tuple((right, up) for right, up in product((-1, 0, 1), repeat=2) if right or up)


def square_name(column: int, row: int) -> Square:
    """Return the name of a square, column and row counted from 0."""
    return f"{chr(ord('a') + column)}{row + 1}"


def square_coordinates(square: Square) -> tuple[int, int]:
    """Return column and row of a square, counted from 0."""
    return ord(square[0]) - ord("a"), int(square[1:]) - 1


def sort_squares(squares: Iterable[Square]) -> tuple[Square, ...]:
    """Return squares sorted by row, then by file."""
    return tuple(sorted(squares, key=_row_order))


def _row_order(square: Square) -> tuple[int, Square]:
    return int(square[1:]), square


@cache
def board_squares(size: int) -> frozenset[Square]:
    """Return the squares of a board."""
    return frozenset(square_name(*at) for at in product(range(size), repeat=2))


@cache
def setup_zone(seat: Seat, size: int) -> tuple[Square, ...]:
    """Return the squares on which a seat sets up, its back rows (HE2), sorted by row."""
    deep = ZONE_ROWS[size]
    first = 0 if seat == "white" else size - deep
    return tuple(
        square_name(column, row) for row in range(first, first + deep) for column in range(size)
    )


@cache
def adjacent_squares(square: Square, size: int) -> tuple[Square, ...]:
    """Return the squares one step away, horizontally or vertically (E5)."""
    return _squares_at(square, size, _STEPS)


@cache
def surrounding_squares(square: Square, size: int) -> tuple[Square, ...]:
    """Return the up to eight squares around a square (E18)."""
    return _squares_at(square, size, _AROUND)


def _squares_at(square: Square, size: int, steps: Iterable[tuple[int, int]]) -> tuple[Square, ...]:
    column, row = square_coordinates(square)
    points = ((column + right, row + up) for right, up in steps)
    return tuple(square_name(*at) for at in points if min(at) >= 0 and max(at) < size)


def place_volcanoes(size: int, numbers: Numbers) -> tuple[Square, ...]:
    """Return the squares of the volcanoes, sorted: drawn, and mirrored at the centre."""
    # Which numbers are drawn, and in which order, is fixed by EP2: a record must replay.
    if size == 8:
        column = numbers(8)
        return tuple(sorted((square_name(column, 3), square_name(7 - column, 4))))
    first = 2 + numbers(3)
    second = numbers(5)
    places = ((first, 4), (9 - second, 4), (second, 5), (9 - first, 5))
    return tuple(sorted(square_name(*at) for at in places))
