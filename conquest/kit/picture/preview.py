"""The preview picture of a game, shown with links to it: its board and its figures."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from conquest.core import Artist

from . import bitmap
from .inks import FIGURES
from .markup import element, group, transform_to
from .tokens import RADIUS, draw_face

SIZE = WIDE, HIGH = 1200, 630  # pixels: the format in which sites show previews of links
EDGE = 24.0
PAPER = "#F6F1E4"
FILLED = 0.64  # of a cell, by its figure


def paint_preview(artist: Artist, board: str, letters: Sequence[str]) -> bytes:
    """Return a PNG of 1200 by 630 pixels: a whole ``board``, drawn by this package, and beside it
    the figures of its game by their letters, in the colours of its seats in turn."""
    drawn, left = _lay_board(board)
    whole = element(
        "svg",
        element("rect", width=WIDE, height=HIGH, fill=PAPER),
        drawn,
        group(*_draw_figures(artist, letters, left)),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {WIDE} {HIGH}",
    )
    return bitmap.paint_svg(whole, WIDE)


def _lay_board(board: str) -> tuple[str, float]:
    """Place a board at the right edge; return its markup and its left edge."""
    box = bitmap.view_box(board)
    high = HIGH - 2 * EDGE
    wide = high * box[2] / box[3]
    left = WIDE - EDGE - wide
    place = f'<svg x="{left}" y="{EDGE}" width="{wide}" height="{high}"'
    return place + board.removeprefix("<svg"), left


def _draw_figures(artist: Artist, letters: Sequence[str], room: float) -> Iterator[str]:
    """Draw the figures in rows that fill the space beside the board."""
    seats = list(artist.colours.values())
    cell, columns = _fit_cells(len(letters), room)
    rows = [letters[at : at + columns] for at in range(0, len(letters), columns)]
    top = (HIGH - cell * len(rows)) / 2
    for line, row in enumerate(rows):
        start = (room - cell * len(row)) / 2
        for place, letter in enumerate(row):
            drawn = draw_face(FIGURES[seats[(line + place) % len(seats)]], artist.symbols[letter])
            at = start + cell * (place + 0.5), top + cell * (line + 0.5)
            size = f"{transform_to(at)} scale({cell * FILLED / (2 * RADIUS):.3f})"
            yield element("g", *drawn, transform=size)


def _fit_cells(count: int, room: float) -> tuple[float, int]:
    """Return the size of the largest cells in which ``count`` figures fit, and the columns."""
    return max(
        (min(room / columns, HIGH / math.ceil(count / columns)), columns)
        for columns in range(1, count + 1)
    )
