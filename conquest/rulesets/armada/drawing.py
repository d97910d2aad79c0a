"""The picture of a position: its units, blockers and terrain as tokens on the drawn board."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from conquest.core import BoardStyle, Mark
from conquest.kit import picture
from conquest.kit.picture import Token
from conquest.kit.picture.symbols import HIDDEN
from conquest.rulesets.armada import symbols
from conquest.rulesets.armada.board import MONASTERY, MOUNTAIN, setup_zone
from conquest.rulesets.armada.model import Blocker, State
from conquest.rulesets.armada.picture import ARTIST
from conquest.rulesets.armada.position import board_name
from conquest.rulesets.armada.ranks import UNKNOWN, Rank


def draw_board(state: State, style: BoardStyle) -> str:
    """Return a position as SVG; a hidden unit shows its owner only, cancelled zones are faded."""
    marked = replace(style, marks=(*_cancelled_zone_marks(state), *style.marks))
    return picture.draw_svg(ARTIST, board_name(state.players), tuple(_board_tokens(state)), marked)


def _cancelled_zone_marks(state: State) -> Iterator[Mark]:
    """Yield a mark for each start zone that is cancelled (K13, K18)."""
    for seat in state.seats:
        if not state.zones[seat]:
            yield Mark("lifted", setup_zone(seat, state.size))


def _board_tokens(state: State) -> Iterator[Token]:
    if state.terrain:
        yield from (Token(square, None, symbols.MOUNTAIN) for square in MOUNTAIN)
        yield from (Token(square, None, symbols.MONASTERY) for square in MONASTERY)
    for blocker in state.blockers.values():
        yield from _blocker_tokens(blocker)
    for seat, camp in state.camps.items():
        for square, rank in camp.items():
            yield Token(square, seat, rank)
    for square, unit in state.pieces.items():
        yield Token(square, unit.seat, _rank_symbol(unit.rank))


def _blocker_tokens(blocker: Blocker) -> Iterator[Token]:
    """Yield a die across the squares it touches, or a unit that became a blocker."""
    squares = blocker.squares
    if not blocker.is_die:
        yield Token(squares[0], None, symbols.stone_symbol(blocker.strength))
        return
    if len(squares) > 1:
        yield from (Token(square, None, symbols.CLOSED) for square in squares)
    yield Token(squares[0], None, f"die{blocker.strength}", across=squares)


def _rank_symbol(rank: Rank) -> str:
    return HIDDEN if rank == UNKNOWN else rank
