"""The two boards: their squares, start zones, neighbours and terrain (HK2, HK3, I1, I2, I45)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from itertools import product
from typing import TypeAlias

from conquest.core import Seat

Square: TypeAlias = str
Direction: TypeAlias = tuple[int, int]

SEATS: tuple[Seat, ...] = ("south", "west", "north", "east")
PLAYING: dict[int, tuple[Seat, ...]] = {2: ("south", "north"), 3: SEATS[:3], 4: SEATS}
SIZES = {2: 11, 3: 13, 4: 13}
MOUNTAIN: tuple[Square, ...] = ("d4", "e4", "d5", "e5")
MONASTERY: tuple[Square, ...] = ("j9", "j10")
INWARDS: dict[Seat, Direction] = {
    "south": (0, 1),
    "west": (1, 0),
    "north": (0, -1),
    "east": (-1, 0),
}
"""Straight inwards from a side: how dice fly and roll (I27)."""

WIDE, DEEP = 5, 2
_STEPS = ((0, 1), (1, 0), (0, -1), (-1, 0))


def square_name(column: int, row: int) -> Square:
    """Return the name of a square, column and row counted from 0."""
    return f"{chr(ord('a') + column)}{row + 1}"


def square_coordinates(square: Square) -> tuple[int, int]:
    """Return column and row of a square, counted from 0."""
    return ord(square[0]) - ord("a"), int(square[1:]) - 1


def sort_squares(squares: Iterable[Square]) -> tuple[Square, ...]:
    """Return squares row by row, each from the first file on."""
    return tuple(sorted(squares, key=square_order))


def square_order(square: Square) -> tuple[int, str]:
    """Return by what squares are put in order: row, then file."""
    return int(square[1:]), square[0]


@cache
def board_squares(size: int) -> frozenset[Square]:
    """Return the squares of a board."""
    return frozenset(square_name(*at) for at in product(range(size), repeat=2))


@cache
def squares_in_order(size: int) -> tuple[Square, ...]:
    """Return the squares of a board row by row."""
    return sort_squares(board_squares(size))


@cache
def setup_zone(seat: Seat, size: int) -> tuple[Square, ...]:
    """Return the start zone of a seat row by row: five wide, two deep, in the middle of its
    side (HK3)."""
    first = (size - WIDE) // 2
    along, low, high = range(first, first + WIDE), range(DEEP), range(size - DEEP, size)
    across = low if seat in ("south", "west") else high
    lies_along = seat in ("south", "north")
    found = product(along, across) if lies_along else product(across, along)
    return sort_squares(square_name(*at) for at in found)


@cache
def zone_owners(size: int, seats: tuple[Seat, ...]) -> dict[Square, Seat]:
    """Return whose each square is in the start zones of some seats."""
    return {square: seat for seat in seats for square in setup_zone(seat, size)}


@cache
def adjacent_squares(square: Square, size: int) -> tuple[Square, ...]:
    """Return the squares one step away, across no corner (HK7)."""
    found = (next_square(square, step, size) for step in _STEPS)
    return tuple(at for at in found if at)


@cache
def next_square(square: Square, step: Direction, size: int) -> Square:
    """Return the next square in a direction, "" where the board ends."""
    column, row = square_coordinates(square)
    column, row = column + step[0], row + step[1]
    return square_name(column, row) if 0 <= column < size and 0 <= row < size else ""


def straight_path(start: Square, end: Square) -> tuple[Square, ...]:
    """Return the squares behind one up to another in a straight line, none where they do not
    lie in one."""
    (column, row), (right, up) = square_coordinates(start), square_coordinates(end)
    if (column == right) == (row == up):
        return ()
    far = abs(right - column) + abs(up - row)
    step = ((right > column) - (right < column), (up > row) - (up < row))
    return tuple(square_name(column + n * step[0], row + n * step[1]) for n in range(1, far + 1))


def owner_rows(seat: Seat, size: int) -> tuple[tuple[Square, ...], ...]:
    """Return the rows of a seat's zone as its owner sees them, the front row first."""
    return tuple(
        tuple(_owner_square(seat, size, right, far) for right in range(WIDE))
        for far in reversed(range(DEEP))
    )


def _owner_square(seat: Seat, size: int, right: int, far: int) -> Square:
    """Return the square so many to the right in a zone and so far from the edge, as its owner
    sees it."""
    first, last = (size - WIDE) // 2, size - 1
    match seat:
        case "south":
            return square_name(first + right, far)
        case "north":
            return square_name(last - first - right, last - far)
        case "west":
            return square_name(far, last - first - right)
        case _:
            return square_name(last - far, first + right)
