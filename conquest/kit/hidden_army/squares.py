"""Square boards: the names of their squares, by column and row counted from 0."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from itertools import product
from typing import TypeAlias

Square: TypeAlias = str
Direction: TypeAlias = tuple[int, int]

STRAIGHT: tuple[Direction, ...] = ((0, 1), (1, 0), (0, -1), (-1, 0))


def square_name(column: int, row: int) -> Square:
    """Return the name of a square: (2, 3) is "c4"."""
    return f"{chr(ord('a') + column)}{row + 1}"


def square_coordinates(square: Square) -> tuple[int, int]:
    """Return the column and the row of a square."""
    return ord(square[0]) - ord("a"), int(square[1:]) - 1


def square_order(square: Square) -> tuple[int, str]:
    """Return the sort key of a square: its row, then its file (I39)."""
    return int(square[1:]), square[0]


def sort_squares(squares: Iterable[Square]) -> tuple[Square, ...]:
    """Return squares sorted row by row, and by file within a row."""
    return tuple(sorted(squares, key=square_order))


# games have two or three sizes of board, so these caches stay small
@cache
def board_squares(size: int) -> frozenset[Square]:
    """Return all squares of a board of a size."""
    return frozenset(square_name(*at) for at in product(range(size), repeat=2))


@cache
def squares_around(
    square: Square, size: int, steps: tuple[Direction, ...] = STRAIGHT
) -> tuple[Square, ...]:
    """Return the squares one step away, horizontally or vertically (E5, HK7) if the ``steps`` are
    no others."""
    column, row = square_coordinates(square)
    points = ((column + right, row + up) for right, up in steps)
    return tuple(square_name(*at) for at in points if min(at) >= 0 and max(at) < size)
