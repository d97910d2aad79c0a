"""The two boards: their squares, set-up zones, neighbours and volcanoes (EP1, EP2, HE3, HE22)."""

from __future__ import annotations

from functools import cache
from itertools import product

from conquest.core import Numbers, Seat
from conquest.kit.hidden_army import Square, square_name, squares_around

SIZES = (10, 8)
ZONE_ROWS = {10: 3, 8: 2}
SETS_OF_VOLCANOES = {10: 2, 8: 1}
"""How many random numbers are drawn for the volcanoes, by the size of the board (EP2)."""

_AROUND = tuple((right, up) for right, up in product((-1, 0, 1), repeat=2) if right or up)


@cache
def setup_zone(seat: Seat, size: int) -> tuple[Square, ...]:
    """Return the squares on which a seat sets up, its back rows (HE2), sorted by row."""
    deep = ZONE_ROWS[size]
    first = 0 if seat == "white" else size - deep
    return tuple(
        square_name(column, row) for row in range(first, first + deep) for column in range(size)
    )


def owner_rows(seat: Seat, size: int) -> tuple[tuple[Square, ...], ...]:
    """Return the squares of a zone in rows as their owner sees them, the front row first."""
    squares = setup_zone(seat, size)
    rows = tuple(squares[at : at + size] for at in range(0, len(squares), size))
    return rows[::-1] if seat == "white" else tuple(row[::-1] for row in rows)


@cache
def surrounding_squares(square: Square, size: int) -> tuple[Square, ...]:
    """Return the up to eight squares around a square (E18)."""
    return squares_around(square, size, _AROUND)


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
