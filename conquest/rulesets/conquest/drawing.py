"""A view as a picture: its pieces handed to the board's artist."""

from __future__ import annotations

from collections.abc import Iterator

from conquest.core import Fault, Json, Style
from conquest.kit import picture
from conquest.kit.pieces import figures
from conquest.kit.picture import Token
from conquest.rulesets.conquest.model import State
from conquest.rulesets.conquest.view import seen


def draw(view: Json, style: Style) -> str:
    """Draw a view as SVG.

    :raises Fault: if its board is an inline one, which has no map.
    """
    state = seen(view)
    if state.board.name is None:
        raise Fault("only a named board can be drawn")
    return picture.svg(state.board.name, tuple(_tokens(state)), style)


def _tokens(state: State) -> Iterator[Token]:
    for field, stack in sorted(state.pieces.items()):
        load = tuple(figure.letter for figure in figures(stack))[1:]
        yield Token(field, stack.seat, stack.letter, load)
