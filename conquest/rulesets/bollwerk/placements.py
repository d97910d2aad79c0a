"""Where a piece can place, and what it can do there: lay, blast or remove a stone, hit the Spy."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from conquest.core import Seat
from conquest.rulesets.bollwerk.board import SquareBoard
from conquest.rulesets.bollwerk.geometry import MoveTables, Squares
from conquest.rulesets.bollwerk.model import State
from conquest.rulesets.bollwerk.moves import is_leap_open, is_stride_open, squares_behind_screen
from conquest.rulesets.bollwerk.sides import (
    BLOCKS,
    FREE,
    KINDS,
    REMOVABLE,
    SIGNS,
    STONES,
    Side,
    replace_cell,
)

BOMB, REMOVAL = "X", "~"
ARROWS = ("A", "RA")

Stock: TypeAlias = tuple[int, ...]
Placement: TypeAlias = tuple[str, int]
"""The kind of the stone used, or ``~`` for a removal, and the square."""


class PlacingTerms(NamedTuple):
    """What applies to every placement of one turn. No stone may be laid on ``closed`` squares: the
    own end zone (B11) and the barred squares (B101). A bomb may blast in the own end zone (B104),
    but not on ``barred`` squares (G15)."""

    board: SquareBoard
    side: Side
    closed: frozenset[int]
    barred: frozenset[int]
    next_only: bool


class PlacingTargets(NamedTuple):
    """The squares a piece can place on, by what it can do there."""

    free: list[int]
    blasted: list[int]
    spy: list[int]
    removed: list[int]

    def squares_for(self, kind: str) -> list[int]:
        """Return the squares on which a stone of a kind, or a removal, can be used."""
        if kind == REMOVAL:
            return self.removed
        if kind == BOMB:
            return self.free + self.blasted
        return self.free + self.spy if kind in ARROWS else self.free


def placing_terms(state: State) -> PlacingTerms:
    """Return the terms for the placements of the seat on turn."""
    board, side, barred = state.board, state.side, frozenset(state.barred)
    return PlacingTerms(board, side, board.zones[side.seat] | barred, barred, state.next_only)


def placing_targets(terms: PlacingTerms, cells: str, at: int) -> PlacingTargets:
    """Return where the piece on a square could place, whatever is in stock."""
    board, side, closed, barred, next_only = terms
    letter = cells[at].upper()
    targets = PlacingTargets([], [], [], [])
    for square in placing_range(board, cells, at, side, next_only=next_only):
        sign = cells[square]
        if sign == FREE:
            if square not in closed:
                targets.free.append(square)
        elif sign in REMOVABLE:
            if square not in barred:
                targets.blasted.append(square)
            # Removing puts no stone there, so barred squares and end zones do not matter (G15).
            if letter == "N":
                targets.removed.append(square)
        elif sign == side.spy and letter != "S" and square not in closed:
            targets.spy.append(square)
    return targets


def legal_placements(terms: PlacingTerms, cells: str, at: int, stock: Stock) -> Iterator[Placement]:
    """Yield everything the piece on a square could do with one stone in stock, and its removals."""
    targets = placing_targets(terms, cells, at)
    for kind in (*_kinds_left(stock), REMOVAL):
        for square in targets.squares_for(kind):
            yield kind, square


def is_legal_placement(
    terms: PlacingTerms, cells: str, at: int, stock: Stock, placement: Placement
) -> bool:
    """Return whether the piece on a square could do this with one stone in stock, or remove it."""
    kind, square = placement
    if kind != REMOVAL and kind not in _kinds_left(stock):
        return False
    return square in placing_targets(terms, cells, at).squares_for(kind)


def _kinds_left(stock: Stock) -> list[str]:
    return [kind for kind, count in zip(KINDS, stock, strict=True) if count]


def can_place(terms: PlacingTerms, cells: str, at: int, stock: Stock) -> bool:
    """Return whether the piece on a square could place or remove anything without moving."""
    return next(legal_placements(terms, cells, at, stock), None) is not None


def cells_after_placement(cells: str, placement: Placement) -> str:
    """Return the cells after a placement; a bomb on a stone leaves the square free (B100)."""
    kind, square = placement
    if kind == REMOVAL or (kind == BOMB and cells[square] != FREE):
        return replace_cell(cells, square, FREE)
    return replace_cell(cells, square, SIGNS[kind])


def use_stone(stock: Stock, kind: str) -> Stock:
    """Return the stock after one stone of a kind was used; a removal uses none."""
    return tuple([n - (kind == each) for each, n in zip(KINDS, stock, strict=True)])


def add_stone(stock: Stock, kind: str) -> Stock:
    """Return the stock after one stone of a kind was collected."""
    return tuple([n + (kind == each) for each, n in zip(KINDS, stock, strict=True)])


def collect_stone(stock: Stock, sign: str) -> Stock:
    """Return the stock after a stone with this sign was collected; "" means none was."""
    return add_stone(stock, STONES[sign]) if sign else stock


def placing_range(
    board: SquareBoard, cells: str, at: int, side: Side, *, next_only: bool = False
) -> Sequence[int]:
    """Return the squares on which the piece could place if they were free (HB25).

    What stands on them does not matter. ``next_only`` narrows the cannon's second position (G21).
    """
    ways, letter = board.ways, cells[at].upper()
    if letter == "C":
        return _cannon_range(ways, cells, at, next_only=next_only)
    if letter == "W":
        return _guard_range(ways, cells, at, side.seat)
    return RANGES[letter](ways, cells, at)


def _line_range(lines: Sequence[Squares], cells: str) -> list[int]:
    """Return each line's squares up to the first that is not free, this one included (HB25)."""
    squares = []
    for line in lines:
        for square in line:
            squares.append(square)
            if cells[square] != FREE:
                break
    return squares


def _leap_range(ways: MoveTables, cells: str, at: int) -> list[int]:
    return [leap.end for leap in ways.knight[at] if is_leap_open(leap, cells)]


def _elephant_range(ways: MoveTables, cells: str, at: int) -> list[int]:
    ends = [stride.end for stride in ways.strides[at] if is_stride_open(stride, cells)]
    return [*ways.king[at], *ends]


def _kings_knight_range(ways: MoveTables, cells: str, at: int) -> list[int]:
    return [*ways.king[at], *_leap_range(ways, cells, at)]


def _chancellor_range(ways: MoveTables, cells: str, at: int) -> list[int]:
    return _line_range(ways.rook[at], cells) + _leap_range(ways, cells, at)


def _marshal_range(ways: MoveTables, cells: str, at: int) -> list[int]:
    return _line_range(ways.bishop[at], cells) + _leap_range(ways, cells, at)


def _gold_runner_range(ways: MoveTables, cells: str, at: int) -> list[int]:
    return [*_line_range(ways.bishop[at], cells), *ways.cross[at]]


def _queen_range(ways: MoveTables, cells: str, at: int) -> list[int]:
    return _line_range(ways.queen[at], cells)


def _cannon_range(ways: MoveTables, cells: str, at: int, *, next_only: bool) -> list[int]:
    """The rook's lines, and the squares behind one piece or stone (B29, B30, HB12, G20, G21)."""
    squares = _line_range(ways.rook[at], cells)
    for line in ways.rook[at]:
        beyond = squares_behind_screen(line, cells)
        squares += beyond[:1] if next_only else beyond
    return squares


def _guard_range(ways: MoveTables, cells: str, at: int, seat: Seat) -> list[int]:
    """Steps, and jumps over one guard: an own one in any direction, an enemy one only ahead
    (B23, B24, G7)."""
    own, enemy = ("W", "w") if seat == "white" else ("w", "W")
    squares = [*ways.forward[seat][at], *ways.sideways[at]]
    squares += [end for middle, end in ways.double[seat][at] if cells[middle] == FREE]
    squares += [end for over, end in ways.jumps[at] if cells[over] == own]
    return squares + [end for over, end in ways.ahead[seat][at] if cells[over] == enemy]


def _spy_range(ways: MoveTables, cells: str, at: int) -> list[int]:
    """One or two jumps, a king step, or one of each in either order (B78, G22, G23)."""
    # The Spy's own square is neither a screen nor a target (G22).
    lifted = replace_cell(cells, at, FREE)
    jumped, stepped = _jump_range(ways, lifted, at), ways.king[at]
    squares = {*jumped, *stepped}
    for square in jumped:
        if lifted[square] == FREE:
            squares.update(ways.king[square], _jump_range(ways, lifted, square))
    for square in stepped:
        if lifted[square] == FREE:
            squares.update(_jump_range(ways, lifted, square))
    squares.discard(at)
    return sorted(squares)


def _jump_range(ways: MoveTables, cells: str, at: int) -> list[int]:
    return [
        end for over, end in ways.jumps[at] if (sign := cells[over]) != FREE and sign not in BLOCKS
    ]


# Guard and Cannon are missing: their ranges also depend on the seat and on an option.
RANGES: Mapping[str, Callable[[MoveTables, str, int], Sequence[int]]] = {
    "N": _leap_range,
    "K": _kings_knight_range,
    "E": _elephant_range,
    "H": _chancellor_range,
    "M": _marshal_range,
    "G": _gold_runner_range,
    "Q": _queen_range,
    "S": _spy_range,
}
