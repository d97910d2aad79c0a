"""The drawn boards, with the set-up rows of both sides, and the positions on them."""

from __future__ import annotations

from pathlib import Path

from conquest.core import BoardStyle
from conquest.kit.hidden_army import army_tokens, board_squares
from conquest.kit.picture import Token, draw_svg
from conquest.kit.picture.grid import Grid, Special, grid_artist
from conquest.rulesets.espionage.board import SIZES, setup_zone
from conquest.rulesets.espionage.model import State
from conquest.rulesets.espionage.position import board_name
from conquest.rulesets.espionage.ranks import SEATS
from conquest.rulesets.espionage.symbols import NEUTRAL, SYMBOLS, VOLCANO


def board_grid(size: int) -> Grid:
    """Return the board of a size as it is drawn."""
    # Volcanoes differ from game to game, so they are tokens on the board and no part of it.
    zones = (Special("zone", frozenset(setup_zone(seat, size)), seat) for seat in SEATS)
    return Grid(board_squares(size), tuple(zones))


ARTIST = grid_artist(
    {board_name(size): board_grid(size) for size in SIZES},
    symbols=SYMBOLS,
    colours={"white": "white", "black": "black"},
    turned={"black": 2},
    neutral=NEUTRAL,
    home=Path(__file__).parent,
)


def draw_board(state: State, style: BoardStyle) -> str:
    """Return a position as SVG; a hidden piece shows only its owner."""
    volcanoes = (Token(square, None, VOLCANO) for square in state.volcanoes)
    return draw_svg(ARTIST, board_name(state.size), (*volcanoes, *army_tokens(state)), style)
