"""Draw a position: pass its pieces and marks to the board's artist."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from conquest.core import BoardStyle, Fault, Mark, Seat
from conquest.islands.model import State
from conquest.islands.picture import ARTIST, figure_token
from conquest.islands.pieces import figures_in
from conquest.kit import picture
from conquest.kit.picture import Token


def draw_board(state: State, style: BoardStyle) -> str:
    """Return a position as SVG.

    :raises Fault: if it has an inline board, which has no map.
    """
    if state.board.name is None:
        raise Fault("only a named board can be drawn")
    style = replace(style, marks=(*_raised_bridges(state), *style.marks))
    return picture.draw_svg(
        ARTIST, state.board.name, tuple(_figure_tokens(state)), _style_by_initials(style)
    )


def _raised_bridges(state: State) -> Iterator[Mark]:
    """Yield a mark for each raised drawbridge (G38)."""
    for tower in state.raised:
        for road in state.board.roads.get(tower, ()):
            yield Mark("shut", (tower, road.to))


def _style_by_initials(style: BoardStyle) -> BoardStyle:
    """Return the style with the seats named as on the map, by their first letters."""
    colours = {_seat_initial(seat): colour for seat, colour in style.colours.items()}
    marks = tuple(
        replace(mark, seat=_seat_initial(mark.seat)) if mark.seat else mark for mark in style.marks
    )
    return replace(style, colours=colours, marks=marks)


def _seat_initial(seat: Seat) -> str:
    return seat[0].upper()


def _figure_tokens(state: State) -> Iterator[Token]:
    for field, stack in sorted(state.pieces.items()):
        load = tuple(figure.letter for figure in figures_in(stack))[1:]
        owner = state.lent.get(field)
        whose = _seat_initial(owner) if owner else None
        yield figure_token(field, _seat_initial(stack.seat), stack.letter, load, whose)
