"""Draw a position: its pieces and volcanoes as tokens for the board's artist."""

from __future__ import annotations

from collections.abc import Iterator

from conquest.core import BoardStyle
from conquest.kit import picture
from conquest.kit.picture import Token
from conquest.kit.picture.symbols import HIDDEN
from conquest.rulesets.espionage.model import State
from conquest.rulesets.espionage.picture import ARTIST
from conquest.rulesets.espionage.position import board_name
from conquest.rulesets.espionage.ranks import UNKNOWN, Rank
from conquest.rulesets.espionage.symbols import VOLCANO


def draw_board(state: State, style: BoardStyle) -> str:
    """Return a position as SVG; a hidden piece shows only its owner."""
    return picture.draw_svg(ARTIST, board_name(state.size), tuple(_board_tokens(state)), style)


def _board_tokens(state: State) -> Iterator[Token]:
    for square in state.volcanoes:
        yield Token(square, None, VOLCANO)
    for seat, camp in state.camps.items():
        for square, rank in camp.items():
            yield Token(square, seat, rank)
    for square, piece in state.pieces.items():
        yield Token(square, piece.seat, _rank_symbol(piece.rank))


def _rank_symbol(rank: Rank) -> str:
    return HIDDEN if rank == UNKNOWN else rank
