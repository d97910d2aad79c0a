"""Where each piece can move: squares and plain values, as fast as a search needs them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from conquest.rulesets.bollwerk.board import Board
from conquest.rulesets.bollwerk.chains import CHAINED, Chain, all_chains, lifted, next_links
from conquest.rulesets.bollwerk.geometry import Leap, Squares, Stride, Ways
from conquest.rulesets.bollwerk.sides import BLOCKS, FREE, OPEN, RED, Side, put

Ends: TypeAlias = list[int]
Chains: TypeAlias = Callable[[Board, str, int, Side], Iterator[Chain]]


class Move(NamedTuple):
    """A move: the squares it leads over, ``-`` or ``x`` for each link, the squares captured on."""

    path: tuple[int, ...]
    links: str
    caught: tuple[int, ...]


def moves(board: Board, cells: str, side: Side, chains: Chains = all_chains) -> Iterator[Move]:
    """Yield every move of a side, of chains those that G3 lists.

    With ``shortest_chains`` only one move leads to each position, as a search wants it.
    """
    for at in own_squares(cells, side):
        yield from moves_of(board, cells, at, side, chains)


def own_squares(cells: str, side: Side) -> list[int]:
    """Return the squares on which a side's pieces stand."""
    own = side.pieces
    return [square for square, there in enumerate(cells) if there in own]


def moves_of(
    board: Board, cells: str, at: int, side: Side, chains: Chains = all_chains
) -> Iterator[Move]:
    """Yield every move of the piece on a square."""
    if cells[at] in CHAINED:
        yield from map(of_chain, chains(board, cells, at, side))
        return
    for end in ends(board, cells, at, side):
        yield straight(cells, at, end, side)


def of_chain(chain: Chain) -> Move:
    """Return the move that a chain makes."""
    return Move(chain.path, chain.links, chain.caught)


def straight(cells: str, at: int, end: int, side: Side) -> Move:
    """Return the move of one link to a square, a capture where an enemy stands."""
    if cells[end] in side.enemies:
        return Move((at, end), "x", (end,))
    return Move((at, end), "-", ())


def can_move(board: Board, cells: str, side: Side) -> bool:
    """Return whether a side has any move."""
    return any(_can_go(board, cells, at, side) for at in own_squares(cells, side))


def _can_go(board: Board, cells: str, at: int, side: Side) -> bool:
    if cells[at] in CHAINED:
        return bool(next_links(board, lifted(cells, at), side))
    return bool(ends(board, cells, at, side))


def carried_out(cells: str, move: Move) -> str:
    """Return the cells after a move."""
    start, piece = move.path[0], cells[move.path[0]]
    cells = put(cells, start, FREE)
    for square in move.caught:
        cells = put(cells, square, FREE)
    return put(cells, move.path[-1], piece)


def collects(cells: str, move: Move) -> str:
    """Return the sign of the red-edged stone that a move collects, or ""."""
    there = cells[move.path[-1]]
    return there if there in RED else ""


def ends(board: Board, cells: str, at: int, side: Side) -> Ends:
    """Return the squares to which the piece on a square can move, Guards and Spies excepted."""
    return ENDS[cells[at].upper()](board.ways, cells, at, side)


def slides(lines: Sequence[Squares], cells: str, lands: str) -> Ends:
    """Return the free squares of each line, and the first other one if it may land there."""
    found = []
    for line in lines:
        for end in line:
            there = cells[end]
            if there == FREE:
                found.append(end)
                continue
            if there in lands:
                found.append(end)
            break
    return found


def leaps(over: Sequence[Leap], cells: str, lands: str) -> Ends:
    """Return the ends of the knight's leaps that a block does not stop (HB14)."""
    return [leap[0] for leap in over if cells[leap[0]] in lands and leap_is_open(leap, cells)]


def leap_is_open(leap: Leap, cells: str) -> bool:
    """Return whether one of the two ways of a knight's leap is without a block (HB14)."""
    _, long_first, long_corner, short_first, short_corner = leap
    if cells[long_first] not in BLOCKS and cells[long_corner] not in BLOCKS:
        return True
    return cells[short_first] not in BLOCKS and cells[short_corner] not in BLOCKS


def strides(over: Sequence[Stride], cells: str, lands: str) -> Ends:
    """Return the ends of an elephant's double steps that no block stops (HB16)."""
    return [stride[0] for stride in over if cells[stride[0]] in lands and is_open(stride, cells)]


def is_open(stride: Stride, cells: str) -> bool:
    """Return whether no block lies in the middle, or a sidestep leads past it (B45, HB16)."""
    _, middle, left, right = stride
    return cells[middle] not in BLOCKS or FREE in (cells[left], cells[right])


def _steps(squares: Squares, cells: str, lands: str) -> Ends:
    return [end for end in squares if cells[end] in lands]


def _cannon(ways: Ways, cells: str, at: int, side: Side) -> Ends:
    """Rook's moves, and captures behind exactly one piece or stone (B26-B28, HB13)."""
    found = slides(ways.rook[at], cells, OPEN)
    for line in ways.rook[at]:
        beyond = behind_screen(line, cells)
        if beyond and cells[beyond[-1]] in side.enemies:
            found.append(beyond[-1])
    return found


def behind_screen(line: Squares, cells: str) -> Squares:
    """Return the squares of a line behind its first piece or stone, up to the second."""
    screen = None
    for place, square in enumerate(line):
        if cells[square] == FREE:
            continue
        if screen is not None:
            return line[screen + 1 : place + 1]
        screen = place
    return line[screen + 1 :] if screen is not None else ()


def _knight(ways: Ways, cells: str, at: int, side: Side) -> Ends:
    return leaps(ways.knight[at], cells, side.lands)


def _kings_knight(ways: Ways, cells: str, at: int, side: Side) -> Ends:
    steps = _steps(ways.king[at], cells, side.tramples)
    return steps + leaps(ways.knight[at], cells, side.tramples)


def _elephant(ways: Ways, cells: str, at: int, side: Side) -> Ends:
    steps = _steps(ways.king[at], cells, side.tramples)
    return steps + strides(ways.strides[at], cells, side.tramples)


def _chancellor(ways: Ways, cells: str, at: int, side: Side) -> Ends:
    lands = side.lands
    return slides(ways.rook[at], cells, lands) + leaps(ways.knight[at], cells, lands)


def _marshal(ways: Ways, cells: str, at: int, side: Side) -> Ends:
    lands = side.lands
    return slides(ways.bishop[at], cells, lands) + leaps(ways.knight[at], cells, lands)


def _gold_runner(ways: Ways, cells: str, at: int, side: Side) -> Ends:
    return slides(ways.bishop[at], cells, side.lands) + _steps(ways.cross[at], cells, OPEN)


def _queen(ways: Ways, cells: str, at: int, side: Side) -> Ends:
    return slides(ways.queen[at], cells, side.lands)


ENDS: Mapping[str, Callable[[Ways, str, int, Side], Ends]] = {
    "C": _cannon,
    "N": _knight,
    "K": _kings_knight,
    "E": _elephant,
    "H": _chancellor,
    "M": _marshal,
    "G": _gold_runner,
    "Q": _queen,
}
