"""Where each piece can go from each square of an empty board, worked out once for a board.

A square is its place in the board's order: by row, then by file. Where a square that is asked
about is missing, the start stands for it: there is never a block, and it is never free.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple, TypeAlias, TypeVar

from conquest.core import Seat

Point: TypeAlias = tuple[int, int]
Squares: TypeAlias = tuple[int, ...]
Index: TypeAlias = Mapping[Point, int]
Found = TypeVar("Found")

STRAIGHT: tuple[Point, ...] = ((0, 1), (1, 0), (0, -1), (-1, 0))
DIAGONAL: tuple[Point, ...] = ((1, 1), (1, -1), (-1, -1), (-1, 1))
AROUND = STRAIGHT + DIAGONAL
FORWARD = {"white": 1, "black": -1}


class Leap(NamedTuple):
    """A knight's leap and the squares between on its two ways (HB14, G13)."""

    end: int
    long_first: int
    long_corner: int
    short_first: int
    short_corner: int


class Stride(NamedTuple):
    """Two squares straight on; of a straight line also the two beside the middle (HB16, G12)."""

    end: int
    middle: int
    left: int
    right: int


class Jump(NamedTuple):
    """A jump over the square next to it, or a guard's two squares from its start row."""

    over: int
    end: int


class MoveTables(NamedTuple):
    """Tables by square. ``rook`` and ``bishop`` hold lines, each from near to far;
    ``forward``, ``double`` and ``ahead`` (forward jumps) are a guard's, by seat."""

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
        find: Callable[[Index, Point, Sequence[Point]], Iterator[Found]],
        directions: Sequence[Point],
    ) -> tuple[tuple[Found, ...], ...]:
        return tuple(tuple(find(index, point, directions)) for point in points)

    def doubles(seat: Seat) -> tuple[tuple[Jump, ...], ...]:
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
        left = right = start
        if direction in STRAIGHT:
            left = index.get(_shift_point(middle, (direction[1], direction[0])), start)
            right = index.get(_shift_point(middle, (-direction[1], -direction[0])), start)
        yield Stride(index[end], index.get(middle, start), left, right)
