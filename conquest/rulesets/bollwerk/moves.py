"""Where each piece can move, in square indexes and plain tuples, fast enough for a search."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from conquest.rulesets.bollwerk.board import SquareBoard
from conquest.rulesets.bollwerk.chains import CHAINED, Chain, all_chains, has_first_link
from conquest.rulesets.bollwerk.geometry import Leap, MoveTables, Squares, Stride
from conquest.rulesets.bollwerk.sides import BLOCKS, FREE, OPEN, RED, Side, replace_cell

Ends: TypeAlias = list[int]
Chains: TypeAlias = Callable[[SquareBoard, str, int, Side], Iterator[Chain]]


class PieceMove(NamedTuple):
    """A move: the squares it lands on from its start, ``-`` or ``x`` for each link, and the squares
    of the pieces it captures. A piece that stays has a path of one square."""

    path: tuple[int, ...]
    links: str
    caught: tuple[int, ...]


def legal_moves(
    board: SquareBoard, cells: str, side: Side, chains: Chains = all_chains
) -> Iterator[PieceMove]:
    """Yield every move of a side; of the chains, those that G3 lists.

    With ``shortest_chains``, only one move leads to each position, which is enough for a search.
    """
    for at in own_squares(cells, side):
        yield from piece_moves(board, cells, at, side, chains)


def own_squares(cells: str, side: Side) -> Iterator[int]:
    """Yield the squares on which a side's pieces stand."""
    return map(re.Match.start, side.own.finditer(cells))


def piece_moves(
    board: SquareBoard, cells: str, at: int, side: Side, chains: Chains = all_chains
) -> Iterator[PieceMove]:
    """Yield every move of the piece on a square."""
    if cells[at] in CHAINED:
        yield from map(move_from_chain, chains(board, cells, at, side))
        return
    for end in move_targets(board, cells, at, side):
        yield direct_move(cells, at, end, side)


def move_from_chain(chain: Chain) -> PieceMove:
    """Return the move that a chain makes."""
    return PieceMove(chain.path, chain.links, chain.caught)


def direct_move(cells: str, at: int, end: int, side: Side) -> PieceMove:
    """Return the move of one link to a square; it captures an enemy that stands there."""
    if cells[end] in side.enemies:
        return PieceMove((at, end), "x", (end,))
    return PieceMove((at, end), "-", ())


def has_any_move(board: SquareBoard, cells: str, side: Side) -> bool:
    """Return whether a side has any move."""
    return any(_can_piece_move(board, cells, at, side) for at in own_squares(cells, side))


def _can_piece_move(board: SquareBoard, cells: str, at: int, side: Side) -> bool:
    if cells[at] in CHAINED:
        return has_first_link(board, cells, at, side)
    return bool(move_targets(board, cells, at, side))


def cells_after_move(cells: str, move: PieceMove) -> str:
    """Return the cells after a move."""
    start, piece = move.path[0], cells[move.path[0]]
    # First the start: a chain with a capture may end where it began (G3).
    cells = replace_cell(cells, start, FREE)
    for square in move.caught:
        cells = replace_cell(cells, square, FREE)
    return replace_cell(cells, move.path[-1], piece)


def collected_sign(cells: str, move: PieceMove) -> str:
    """Return the sign of the red-edged stone that a move collects, or ""."""
    sign = cells[move.path[-1]]
    return sign if sign in RED else ""


def move_targets(board: SquareBoard, cells: str, at: int, side: Side) -> Ends:
    """Return the squares to which the piece on a square can move; not for Guards and Spies, which
    move in chains."""
    return ENDS[cells[at].upper()](board.ways, cells, at, side)


def slide_targets(lines: Sequence[Squares], cells: str, lands: str) -> Ends:
    """Return the free squares of each line, and the first other one if its sign is in ``lands``."""
    ends = []
    for line in lines:
        for end in line:
            sign = cells[end]
            if sign == FREE:
                ends.append(end)
                continue
            if sign in lands:
                ends.append(end)
            break
    return ends


def leap_targets(over: Sequence[Leap], cells: str, lands: str) -> Ends:
    """Return the ends of the knight's leaps that a block does not stop (HB14)."""
    return [leap[0] for leap in over if cells[leap[0]] in lands and is_leap_open(leap, cells)]


def is_leap_open(leap: Leap, cells: str) -> bool:
    """Return whether at least one of the two paths of a knight's leap has no block (HB14)."""
    _, long_first, long_corner, short_first, short_corner = leap
    if cells[long_first] not in BLOCKS and cells[long_corner] not in BLOCKS:
        return True
    return cells[short_first] not in BLOCKS and cells[short_corner] not in BLOCKS


def stride_targets(over: Sequence[Stride], cells: str, lands: str) -> Ends:
    """Return the ends of an elephant's double steps that no block stops (HB16)."""
    return [
        stride[0] for stride in over if cells[stride[0]] in lands and is_stride_open(stride, cells)
    ]


def is_stride_open(stride: Stride, cells: str) -> bool:
    """Return whether the middle holds no block, or a sidestep leads past it (B45, HB16)."""
    _, middle, left, right = stride
    return cells[middle] not in BLOCKS or FREE in (cells[left], cells[right])


def _step_targets(squares: Squares, cells: str, lands: str) -> Ends:
    return [end for end in squares if cells[end] in lands]


def _cannon_targets(ways: MoveTables, cells: str, at: int, side: Side) -> Ends:
    """Rook's moves, and captures behind exactly one piece or stone (B26-B28, HB13)."""
    # A red-edged stone is collected by the rook's move only, never over a screen (HB22, G27).
    ends = slide_targets(ways.rook[at], cells, OPEN)
    for line in ways.rook[at]:
        beyond = squares_behind_screen(line, cells)
        if beyond and cells[beyond[-1]] in side.enemies:
            ends.append(beyond[-1])
    return ends


def squares_behind_screen(line: Squares, cells: str) -> Squares:
    """Return the squares of a line behind its first piece or stone, up to and including the
    second."""
    screen = None
    for place, square in enumerate(line):
        if cells[square] == FREE:
            continue
        if screen is not None:
            return line[screen + 1 : place + 1]
        screen = place
    return line[screen + 1 :] if screen is not None else ()


def _knight_targets(ways: MoveTables, cells: str, at: int, side: Side) -> Ends:
    return leap_targets(ways.knight[at], cells, side.lands)


def _kings_knight_targets(ways: MoveTables, cells: str, at: int, side: Side) -> Ends:
    steps = _step_targets(ways.king[at], cells, side.tramples)
    return steps + leap_targets(ways.knight[at], cells, side.tramples)


def _elephant_targets(ways: MoveTables, cells: str, at: int, side: Side) -> Ends:
    steps = _step_targets(ways.king[at], cells, side.tramples)
    return steps + stride_targets(ways.strides[at], cells, side.tramples)


def _chancellor_targets(ways: MoveTables, cells: str, at: int, side: Side) -> Ends:
    lands = side.lands
    return slide_targets(ways.rook[at], cells, lands) + leap_targets(ways.knight[at], cells, lands)


def _marshal_targets(ways: MoveTables, cells: str, at: int, side: Side) -> Ends:
    lands = side.lands
    return slide_targets(ways.bishop[at], cells, lands) + leap_targets(
        ways.knight[at], cells, lands
    )


def _gold_runner_targets(ways: MoveTables, cells: str, at: int, side: Side) -> Ends:
    # The step to the other colour moves and collects, but does not capture (B60, G27).
    return slide_targets(ways.bishop[at], cells, side.lands) + _step_targets(
        ways.cross[at], cells, OPEN
    )


def _queen_targets(ways: MoveTables, cells: str, at: int, side: Side) -> Ends:
    return slide_targets(ways.queen[at], cells, side.lands)


ENDS: Mapping[str, Callable[[MoveTables, str, int, Side], Ends]] = {
    "C": _cannon_targets,
    "N": _knight_targets,
    "K": _kings_knight_targets,
    "E": _elephant_targets,
    "H": _chancellor_targets,
    "M": _marshal_targets,
    "G": _gold_runner_targets,
    "Q": _queen_targets,
}
