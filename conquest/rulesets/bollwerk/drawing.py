"""Draw a position: its pieces, stones and stocks as tokens for the board's artist."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from conquest.core import BoardStyle, Fault, Mark
from conquest.kit import picture
from conquest.kit.picture import Token
from conquest.rulesets.bollwerk.model import State
from conquest.rulesets.bollwerk.picture import ARTIST, stock_slot
from conquest.rulesets.bollwerk.sides import FREE, KINDS, SEATS, STONES, seat_of


def draw_board(state: State, style: BoardStyle) -> str:
    """Return a position as SVG, with a bar over each square where no stone may be laid (B101).

    :raises Fault: if its board is an inline one, for which there is no picture.
    """
    if state.board.name is None:
        raise Fault("only a named board can be drawn")
    bars = tuple(Mark("bar", (state.board.squares[square],)) for square in state.barred)
    tokens = (*_board_tokens(state), *_stock_tokens(state))
    marked = replace(style, marks=(*bars, *style.marks))
    return picture.draw_svg(ARTIST, state.board.name, tokens, marked)


def _board_tokens(state: State) -> Iterator[Token]:
    for square, sign in zip(state.board.squares, state.cells, strict=True):
        if sign in STONES:
            yield Token(square, None, STONES[sign])
        elif sign != FREE:
            yield Token(square, seat_of(sign), sign.upper())


def _stock_tokens(state: State) -> Iterator[Token]:
    """Yield the stones in stock beside the board, each kind with its count (B3)."""
    for seat in SEATS:
        for kind, count in zip(KINDS, state.stock[seat], strict=True):
            if count:
                yield Token(stock_slot(seat, kind), None, kind, str(count))
