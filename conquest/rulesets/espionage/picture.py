"""The drawn boards: squares, with the set-up rows of both sides."""

from __future__ import annotations

from pathlib import Path

from conquest.kit.picture.grid import Grid, Special, grid_artist
from conquest.rulesets.espionage.board import SIZES, board_squares, setup_zone
from conquest.rulesets.espionage.position import board_name
from conquest.rulesets.espionage.ranks import SEATS
from conquest.rulesets.espionage.symbols import NEUTRAL, SYMBOLS


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
