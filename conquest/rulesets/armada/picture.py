"""The drawn boards: squares and start zones, over which units and blockers are drawn."""

from __future__ import annotations

from pathlib import Path

from conquest.kit.picture.grid import Grid, Special, grid_artist
from conquest.rulesets.armada.board import PLAYING, SIZES, board_squares, setup_zone
from conquest.rulesets.armada.position import board_name
from conquest.rulesets.armada.symbols import NEUTRAL, SYMBOLS


def board_grid(players: int) -> Grid:
    """Return the grid of the board for a number of players, with its start zones."""
    size = SIZES[players]
    zones = (Special("zone", frozenset(setup_zone(seat, size)), seat) for seat in PLAYING[players])
    return Grid(board_squares(size), tuple(zones))


ARTIST = grid_artist(
    {board_name(players): board_grid(players) for players in PLAYING},
    symbols=SYMBOLS,
    colours={"south": "white", "west": "beige", "north": "black", "east": "brown"},
    turned={"west": 1, "north": 2, "east": 3},
    neutral=NEUTRAL,
    home=Path(__file__).parent,
)
