"""Move tables: where each piece can go from each square of an empty board, built once per board.

A square is its index in the board's order: by row, then by file. If a square that a move must
look at is missing from the board, the table has the start square in its place: the moving piece
stands there, so it never holds a block and is never free.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple, TypeAlias, TypeVar

from conquest.core import Seat

Point: TypeAlias = tuple[int, int]
Squares: TypeAlias = tuple[int, ...]
Index: TypeAlias = Mapping[Point, int]
Entry = TypeVar("Entry")

STRAIGHT: tuple[Point, ...] = ((0, 1), (1, 0), (0, -1), (-1, 0))
DIAGONAL: tuple[Point, ...] = ((1, 1), (1, -1), (-1, -1), (-1, 1))
AROUND = STRAIGHT + DIAGONAL
FORWARD = {"white": 1, "black": -1}


class Leap(NamedTuple):
    """A knight's leap, and the two squares on each of its L-shaped paths (HB14, G13)."""

    end: int
    long_first: int
    long_corner: int
    short_first: int
    short_corner: int


class Stride(NamedTuple):
    """An elephant's double step; if it is straight, ``left`` and ``right`` are the squares beside
    the middle, over which it can sidestep a block (HB16, G12)."""

    end: int
    middle: int
    left: int
    right: int


class Jump(NamedTuple):
    """A jump over the adjacent square, or a guard's double step from its start row."""

    over: int
    end: int


class MoveTables(NamedTuple):
    """Tables by square. ``rook``, ``bishop`` and ``queen`` hold lines, each from near to far;
    ``cross`` has the adjacent squares of the other colour; ``forward`` (steps), ``double``
    (double steps) and ``ahead`` (jumps) are those of a guard, by seat."""

    rook: tuple[tuple[Squares, ...], ...]
    bishop: tuple[tuple[Squares, ...], ...]
    queen: tuple[tuple[Squares, ...], ...]
    king: tuple[Squares, ...]
    cross: tuple[Squares, ...]
    knight: tuple[tuple[Leap, ...], ...]
    strides: tuple[tuple[Stride, ...], ...]
    jumps: tuple[tuple[Jump, ...], ...]
    sideways: tuple[Squares, ...]
    forward: Mapping[Seat, tuple[Squares, ...]]
    double: Mapping[Seat, tuple[tuple[Jump, ...], ...]]
    ahead: Mapping[Seat, tuple[tuple[Jump, ...], ...]]


def build_move_tables(points: Sequence[Point], start_rows: Mapping[Seat, int]) -> MoveTables:
    """Return the tables of a board whose squares are ``points`` (file, row), in order."""
    index = {point: square for square, point in enumerate(points)}

    def table(
        find: Callable[[Index, Point, Sequence[Point]], Iterator[Entry]],
        directions: Sequence[Point],
    ) -> tuple[tuple[Entry, ...], ...]:
        return tuple(tuple(find(index, point, directions)) for point in points)

    def doubles(seat: Seat) -> tuple[tuple[Jump, ...], ...]:
        # The row alone counts, not whether the guard has moved before (HB17, G8).
        row = start_rows.get(seat)
        return tuple(
            tuple(_find_jumps(index, point, _forward_directions(seat))) if point[1] == row else ()
            for point in points
        )

    return MoveTables(
        rook=table(_find_lines, STRAIGHT),
        bishop=table(_find_lines, DIAGONAL),
        queen=table(_find_lines, AROUND),
        king=table(_find_steps, AROUND),
        cross=table(_find_steps, STRAIGHT),
        knight=table(_find_leaps, STRAIGHT),
        strides=table(_find_strides, AROUND),
        jumps=table(_find_jumps, AROUND),
        sideways=table(_find_steps, ((1, 0), (-1, 0))),
        forward={seat: table(_find_steps, _forward_directions(seat)) for seat in FORWARD},
        double={seat: doubles(seat) for seat in FORWARD},
        ahead={seat: table(_find_jumps, _forward_directions(seat)) for seat in FORWARD},
    )


def _forward_directions(seat: Seat) -> tuple[Point, ...]:
    ahead = FORWARD[seat]
    return ((0, ahead), (-1, ahead), (1, ahead))


def _shift_point(point: Point, direction: Point, times: int = 1) -> Point:
    return point[0] + times * direction[0], point[1] + times * direction[1]


def _find_lines(index: Index, point: Point, directions: Sequence[Point]) -> Iterator[Squares]:
    for direction in directions:
        line, end = list[int](), _shift_point(point, direction)
        while end in index:
            line.append(index[end])
            end = _shift_point(end, direction)
        if line:
            yield tuple(line)


def _find_steps(index: Index, point: Point, directions: Sequence[Point]) -> Iterator[int]:
    for direction in directions:
        if (end := _shift_point(point, direction)) in index:
            yield index[end]


def _find_jumps(index: Index, point: Point, directions: Sequence[Point]) -> Iterator[Jump]:
    for direction in directions:
        over, end = _shift_point(point, direction), _shift_point(point, direction, 2)
        if over in index and end in index:
            yield Jump(index[over], index[end])


def _find_leaps(index: Index, point: Point, directions: Sequence[Point]) -> Iterator[Leap]:
    start = index[point]
    for long in directions:
        for short in ((long[1], long[0]), (-long[1], -long[0])):
            beside, corner = _shift_point(point, short), _shift_point(point, long, 2)
            if (end := _shift_point(corner, short)) in index:
                between = (_shift_point(point, long), corner, beside, _shift_point(beside, long))
                yield Leap(index[end], *(index.get(square, start) for square in between))


def _find_strides(index: Index, point: Point, directions: Sequence[Point]) -> Iterator[Stride]:
    start = index[point]
    for direction in directions:
        middle, end = _shift_point(point, direction), _shift_point(point, direction, 2)
        if end not in index:
            continue
        # Only a straight stride can be sidestepped: no square is next to both ends of a diagonal
        # one but its middle (HB16).
        left = right = start
        if direction in STRAIGHT:
            left = index.get(_shift_point(middle, (direction[1], direction[0])), start)
            right = index.get(_shift_point(middle, (-direction[1], -direction[0])), start)
        yield Stride(index[end], index.get(middle, start), left, right)
