"""The two boards: their squares, start zones, neighbours and terrain (HK2, HK3, I1, I2, I45)."""

from __future__ import annotations

from functools import cache
from itertools import product

from conquest.core import Seat
from conquest.kit.hidden_army import (
    Direction,
    Square,
    board_squares,
    sort_squares,
    square_coordinates,
    square_name,
)

SEATS: tuple[Seat, ...] = ("south", "west", "north", "east")
# With three players the east side stays empty (I1, HK3).
PLAYING: dict[int, tuple[Seat, ...]] = {2: ("south", "north"), 3: SEATS[:3], 4: SEATS}
SIZES = {2: 11, 3: 13, 4: 13}
# The monastery lies inside the mirror image of the mountain (HK32, I45).
MOUNTAIN: tuple[Square, ...] = ("d4", "e4", "d5", "e5")
MONASTERY: tuple[Square, ...] = ("j9", "j10")
INWARDS: dict[Seat, Direction] = {
    "south": (0, 1),
    "west": (1, 0),
    "north": (0, -1),
    "east": (-1, 0),
}
"""Straight inwards from a side: how dice fly and roll (I27)."""

# A start zone has exactly as many squares as an army has units (HK3, HK4).
WIDE, DEEP = 5, 2


# There are two sizes of board, so the caches of this module stay small.
@cache
def squares_in_order(size: int) -> tuple[Square, ...]:
    """Return the squares of a board row by row."""
    return sort_squares(board_squares(size))


@cache
def setup_zone(seat: Seat, size: int) -> tuple[Square, ...]:
    """Return a seat's start zone row by row: five wide, two deep, in the middle of its side
    (HK3)."""
    first = (size - WIDE) // 2
    along, low, high = range(first, first + WIDE), range(DEEP), range(size - DEEP, size)
    across = low if seat in ("south", "west") else high
    lies_along = seat in ("south", "north")
    places = product(along, across) if lies_along else product(across, along)
    return sort_squares(square_name(*at) for at in places)


@cache
def zone_owners(size: int, seats: tuple[Seat, ...]) -> dict[Square, Seat]:
    """Return the owner of each square in the start zones of some seats."""
    return {square: seat for seat in seats for square in setup_zone(seat, size)}


@cache
def next_square(square: Square, step: Direction, size: int) -> Square:
    """Return the next square in a direction, "" where the board ends."""
    column, row = square_coordinates(square)
    column, row = column + step[0], row + step[1]
    return square_name(column, row) if 0 <= column < size and 0 <= row < size else ""


@cache
def straight_path(start: Square, end: Square) -> tuple[Square, ...]:
    """Return the squares after ``start`` up to ``end``; none where no straight line joins them."""
    (column, row), (right, up) = square_coordinates(start), square_coordinates(end)
    # Both equal: the same square. Both different: the line would be askew.
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
    """Return the square of a zone that its owner sees ``right`` columns from the left and ``far``
    rows from the edge."""
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
