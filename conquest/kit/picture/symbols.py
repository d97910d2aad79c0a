"""Symbols of figures, drawn by hand on a square of 48 units, and functions to draw others.

Shapes are filled with the current colour. Lines cut out of them are strokes without a colour
of their own, so that they take the colour of the figure's ground.
"""

from __future__ import annotations

from collections.abc import Mapping

from .markup import element, group

HIDDEN = "hidden"


def fill_shape(d: str) -> str:
    """Draw a filled shape; a part of its outline in the opposite direction is a hole."""
    return element("path", d=d, fill="currentColor", stroke="none")


def cut_line(d: str, width: float = 1.8) -> str:
    """Draw a line that looks cut out of the shapes before it."""
    return element("path", d=d, fill="none", stroke_width=width, stroke_linecap="round")


def draw_lines(d: str, width: float) -> str:
    """Draw lines without caps."""
    return element("path", d=d, fill="none", stroke="currentColor", stroke_width=width)


def draw_limbs(d: str, width: float) -> str:
    """Draw lines with round caps and joints."""
    return element(
        "path",
        d=d,
        fill="none",
        stroke="currentColor",
        stroke_width=width,
        stroke_linecap="round",
        stroke_linejoin="round",
    )


def place_symbol(symbol: str, x: float, y: float, scale: float) -> str:
    """Draw a symbol as part of another one, its upper left corner at (x, y)."""
    return group(symbol, transform=f"translate({x:g} {y:g}) scale({scale:g})")


ELEPHANT = (
    fill_shape(
        "M5 40V27C5 16.5 12 11 21 11c3.6 0 6.6.8 9 2.2C31.8 11 34.3 10 37 10"
        "c5 0 8 4 8 9.5 0 4-.8 7-.8 10.5 0 2.6.3 4.2 1.8 5.5 1 1 .6 2.7-.9 3"
        "C40.6 39.4 39 36 39 32l-.2-4.5c-1.2.8-2.5 1.2-4 1.3L34 40c0 1.5-.6 2-2 2h-4"
        "c-1.4 0-2-.7-2-2v-6c-2.5.5-6 .5-8.5 0v6c0 1.3-.6 2-2 2H7c-1.4 0-2-.5-2-2Z"
    )
    + cut_line("M30.5 14.5c4 1 5 5.5 3.3 9.5-3 .8-5.8-.4-6.6-3.4")
    + cut_line("M39 17h0", 3)
)
HORSE = (
    fill_shape(
        "M13 43c.6-9.5 9.6-12.4 9.8-19-1.6 2-4.3 2.7-6.3 3.7-1.9 1-2.9 3.2-4.9 3.3"
        "-3 .2-5.9-3.7-4.6-6.9 1.6-4.1 3.4-6.4 5.3-9.7C12 11 12.4 6.6 13.5 4"
        "l5.3 4.3C29.5 8.6 37 16 37.6 27.5c.2 5.5.2 10.5.9 15.5Z"
    )
    + cut_line("M18.6 15h0", 3.4)
    + cut_line("M28 12.5c4 3.6 6 8.5 6.2 15.5")
)
_PIPS = {
    "1": "M24 24h0",
    "2": "M13 35h0M35 13h0",
    "3": "M12 36h0M24 24h0M36 12h0",
    "4": "M13 13h0M35 13h0M13 35h0M35 35h0",
    "5": "M12 12h0M36 12h0M24 24h0M12 36h0M36 36h0",
    "6": "M13 11h0M35 11h0M13 24h0M35 24h0M13 37h0M35 37h0",
}
DICE: Mapping[str, str] = {f"die{pips}": draw_limbs(d, 9) for pips, d in _PIPS.items()}
UNSEEN: Mapping[str, str] = {
    HIDDEN: draw_limbs("M15.5 16c.5-5.5 4-8.5 9-8.5 5.5 0 9 3.5 9 8 0 6.5-8.5 7-8.5 15", 6.5)
    + fill_shape("M20.8 39.5a4.2 4.2 0 0 1 8.4 0 4.2 4.2 0 0 1-8.4 0Z")
}
