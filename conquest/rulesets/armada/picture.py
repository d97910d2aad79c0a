"""The drawn boards with their start zones, and the positions on them: units, blockers, terrain."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from conquest.core import BoardStyle, Mark
from conquest.kit.hidden_army import army_tokens, board_squares
from conquest.kit.picture import Token, draw_svg
from conquest.kit.picture.grid import Grid, Special, grid_artist
from conquest.rulesets.armada import symbols
from conquest.rulesets.armada.board import MONASTERY, MOUNTAIN, PLAYING, SIZES, setup_zone
from conquest.rulesets.armada.model import Blocker, State
from conquest.rulesets.armada.position import board_name


def board_grid(players: int) -> Grid:
    """Return the grid of the board for a number of players, with its start zones."""
    size = SIZES[players]
    zones = (Special("zone", frozenset(setup_zone(seat, size)), seat) for seat in PLAYING[players])
    return Grid(board_squares(size), tuple(zones))


ARTIST = grid_artist(
    {board_name(players): board_grid(players) for players in PLAYING},
    symbols=symbols.SYMBOLS,
    colours={"south": "white", "west": "beige", "north": "black", "east": "brown"},
    turned={"west": 1, "north": 2, "east": 3},
    neutral=symbols.NEUTRAL,
    home=Path(__file__).parent,
)


def draw_board(state: State, style: BoardStyle) -> str:
    """Return a position as SVG; a hidden unit shows its owner only, cancelled zones are faded."""
    marked = replace(style, marks=(*_cancelled_zone_marks(state), *style.marks))
    return draw_svg(ARTIST, board_name(state.players), tuple(_board_tokens(state)), marked)


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
    yield from army_tokens(state)


def _blocker_tokens(blocker: Blocker) -> Iterator[Token]:
    """Yield a die across the squares it touches, or a unit that became a blocker."""
    squares = blocker.squares
    if not blocker.is_die:
        yield Token(squares[0], None, symbols.stone_symbol(blocker.strength))
        return
    if len(squares) > 1:
        yield from (Token(square, None, symbols.CLOSED) for square in squares)
    yield Token(squares[0], None, f"die{blocker.strength}", across=squares)
