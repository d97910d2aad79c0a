"""From where a square can be hit: the squares on which a piece of each kind would have it in range.

The search starts at the square to be hit, once for all pieces, and is therefore approximate: of a
chain only its last links count.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from typing import TypeAlias

from conquest.rulesets.bollwerk.board import SquareBoard
from conquest.rulesets.bollwerk.geometry import Squares
from conquest.rulesets.bollwerk.moves import is_leap_open, is_stride_open
from conquest.rulesets.bollwerk.sides import BLOCKS, FREE, SIDES, Side

Hits: TypeAlias = Mapping[str, Collection[int]]

# King's steps: two moves of two squares each; for the Spy a guess, since its chains have no limit.
NEAR = {"W": 4, "N": 4, "K": 4, "E": 4, "S": 10}
WITHIN = NEAR | {letter.lower(): steps for letter, steps in NEAR.items()}
"""How far away a piece can be and still hit a square after one move."""


def hitting_squares(
    board: SquareBoard, cells: str, goal: int, side: Side, *, next_only: bool = False
) -> Hits:
    """Return for each sign of a side the squares from which such a piece could place on ``goal``.

    A piece that can place there can usually go there, too; some moves only capture or only move.
    """
    ways = board.ways
    rook, behind = _rook_hits(ways.rook[goal], cells, next_only=next_only)
    bishop = _line_hits(ways.bishop[goal], cells)
    knight = {leap.end for leap in ways.knight[goal] if is_leap_open(leap, cells)}
    king = ways.king[goal]
    hits = {
        "W": _guard_hits(board, cells, goal, side),
        "C": rook | behind,
        "N": knight,
        "K": knight.union(king),
        "E": {stride.end for stride in ways.strides[goal] if is_stride_open(stride, cells)}.union(
            king
        ),
        "H": rook | knight,
        "M": bishop | knight,
        "G": bishop.union(ways.cross[goal]),
        "Q": rook | bishop,
        "S": _spy_hits(board, cells, goal) if SIDES[side.other].spy in cells else (),
    }
    return (
        hits if side.seat == "white" else {sign.lower(): squares for sign, squares in hits.items()}
    )


def _rook_hits(
    lines: tuple[Squares, ...], cells: str, *, next_only: bool
) -> tuple[set[int], set[int]]:
    """Return the squares with a free line to the goal, and those with one screen between."""
    near, behind = set[int](), set[int]()
    for line in lines:
        current = near
        for place, square in enumerate(line):
            current.add(square)
            if cells[square] != FREE:
                # The line starts at the goal: in the narrow reading its screen is adjacent (G21).
                if current is behind or (next_only and place):
                    break
                current = behind
    return near, behind


def _line_hits(lines: tuple[Squares, ...], cells: str) -> set[int]:
    hits = set()
    for line in lines:
        for square in line:
            hits.add(square)
            if cells[square] != FREE:
                break
    return hits


def _guard_hits(board: SquareBoard, cells: str, goal: int, side: Side) -> set[int]:
    """Steps, and jumps over one guard (B23, B24)."""
    ways = board.ways
    own, enemy = ("W", "w") if side.seat == "white" else ("w", "W")
    # Seen from the goal, a guard comes from where an enemy guard would go.
    hits = {*ways.sideways[goal], *ways.forward[side.other][goal]}
    hits.update(end for over, end in ways.jumps[goal] if cells[over] == own)
    hits.update(end for over, end in ways.ahead[side.other][goal] if cells[over] == enemy)
    return hits


def _spy_hits(board: SquareBoard, cells: str, goal: int) -> set[int]:
    """A king step, one or two jumps, or one of each in either order (B78)."""
    ways = board.ways
    jumped = {end for over, end in ways.jumps[goal] if _is_jumpable(cells[over])}
    hits = {*ways.king[goal], *jumped}
    for square in (*ways.king[goal], *jumped):
        if cells[square] == FREE:
            hits.update(end for over, end in ways.jumps[square] if _is_jumpable(cells[over]))
    for square in jumped:
        if cells[square] == FREE:
            hits.update(ways.king[square])
    return hits


def _is_jumpable(sign: str) -> bool:
    return sign != FREE and sign not in BLOCKS


@lru_cache(maxsize=8)
def king_distances(board: SquareBoard) -> Sequence[Sequence[int]]:
    """Return for each pair of squares the least number of king's steps between them."""
    points = [(ord(square[0]), int(square[1:])) for square in board.squares]
    return [
        [max(abs(file - other), abs(row - another)) for other, another in points]
        for file, row in points
    ]


def squares_between(board: SquareBoard, start: int, end: int) -> set[int]:
    """Return the squares that a slide or a knight's leap from one square to another can cross."""
    ways = board.ways
    between = set[int]()
    for line in ways.queen[start]:
        if end in line:
            between.update(line[: line.index(end)])
    for leap in ways.knight[start]:
        if leap.end == end:
            between.update(leap[1:])
    return between - {start, end}
