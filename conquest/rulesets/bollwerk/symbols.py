"""The drawings of Bollwerk: its ten pieces, and the five stones, which have no owner."""

from __future__ import annotations

from collections.abc import Mapping

from conquest.kit.picture.symbols import (
    ELEPHANT,
    HORSE,
    cut_line,
    draw_limbs,
    draw_lines,
    fill_shape,
    place_symbol,
)

_GUARD = (
    fill_shape("M24 3.5C13.5 3.5 9 11.5 9 21v13l7.5 9.5h15L39 34V21C39 11.5 34.5 3.5 24 3.5Z")
    + cut_line("M12.5 22H35.5M24 22V42", 3.4)
    + cut_line("M16.5 31h0M16.5 36h0M31.5 31h0M31.5 36h0", 2.6)
)
_CANNON = (
    fill_shape("M3 16.5 5.5 10 38 5.5 43.5 4.5 46 14.5 40.5 16 10 25.5 4.5 24Z")
    + fill_shape("M15 21.5 45 38.5V43H38L9 27Z")
    + cut_line("M18.5 31.5h0", 25)
    + fill_shape("M7.5 31.5a11 11 0 0 1 22 0 11 11 0 0 1-22 0Z")
    + cut_line("M18.5 31.5h0", 15)
    + draw_lines("M18.5 23v17M10 31.5h17M12.5 25.5l12 12M24.5 25.5l-12 12", 1.9)
    + fill_shape("M15.5 31.5a3 3 0 0 1 6 0 3 3 0 0 1-6 0Z")
)
_KINGS_KNIGHT = place_symbol(HORSE, 7, 14.5, 0.72) + fill_shape(
    "M11 1.5 17.5 7 24.5 0 31.5 7 38 1.5 36.5 15H12.5Z"
)
_CHANCELLOR = (
    fill_shape("M9 3.5h8v5h3.5v-5h7v5H31v-5h8V15l-4 3.5 2.5 19H42V45H6v-7.5h4.5l2.5-19L9 15Z")
    + cut_line("M17.5 41V31.5a6.5 6.5 0 0 1 13 0V41", 4.2)
    + cut_line("M15.5 20.5H32.5", 2.2)
)
_MARSHAL = (
    draw_limbs("M13 41.5C4 33 4.5 6.5 24 6.5S44 33 35 41.5", 6.8)
    + fill_shape(
        "M24 15c5 5 7.5 9.5 7.5 14 0 3-1 5-2.5 7H19c-1.5-2-2.5-4-2.5-7 0-4.5 2.5-9 7.5-14Z"
    )
    + fill_shape("M17.5 38.5h13V44h-13Z")
    + cut_line("M27.5 22.5 22.5 31", 2.4)
    + cut_line("M8.5 26h0M12 15h0M36 15h0M39.5 26h0", 2.6)
)
_GOLD_RUNNER = fill_shape("M26.5 7.5a5 5 0 0 1 10 0 5 5 0 0 1-10 0Z") + draw_limbs(
    "M27 16 21.5 27 29 33 25.5 43M21.5 27 17.5 35.5 7.5 36.5M26.5 17.5 16.5 17 12.5 24"
    "M27.5 17.5 33 24 41 22",
    5.2,
)
_QUEEN = (
    fill_shape("M4 14.5 14 24 17.5 9.5 24 22.5 30.5 9.5 34 24 44 14.5 38.5 37H9.5Z")
    + fill_shape("M10 39.5H38V44H10Z")
    + fill_shape(
        "M1.5 12a3 3 0 0 1 6 0 3 3 0 0 1-6 0ZM14.5 7a3 3 0 0 1 6 0 3 3 0 0 1-6 0Z"
        "M27.5 7a3 3 0 0 1 6 0 3 3 0 0 1-6 0ZM40.5 12a3 3 0 0 1 6 0 3 3 0 0 1-6 0Z"
    )
)
_SPY = (
    fill_shape(
        "M13 15.5C14 6 17.5 3 20.5 5c2 1.3 5 1.3 7 0 3-2 6.5 1 7.5 10.5 6 1 10 2.5 10 4.5H3"
        "c0-2 4-3.5 10-4.5Z"
    )
    + fill_shape(
        "M13 22.5H35c0 3-.5 5.5-2 8C39 33 42 37.5 43 44.5H5C6 37.5 9 33 15 30.5c-1.5-2.5-2-5-2-8Z"
    )
    + cut_line("M18 25.5h4M26 25.5h4", 3)
    + cut_line("M24 44V36L16.5 31.5M24 36 31.5 31.5")
)

_ARROW = fill_shape("M24 3 42 23H31.5V45h-15V23H6Z")
_BLOCK = draw_lines("M2 15.5H46M2 32.5H46M24 0V15.5M12.5 15.5V32.5M35.5 15.5V32.5M24 32.5V48", 3.2)
_BOMB = (
    fill_shape("M4.5 29.5a16 16 0 0 1 32 0 16 16 0 0 1-32 0Z")
    + fill_shape("M25 9.5 36.5 21l3.5-3.5L28.5 6Z")
    + draw_limbs("M35 10.5C37 6.5 40 5 42.5 6", 2.6)
    + draw_limbs("M44.5 1v0M47 6v0M43.5 11v0", 3)
    + cut_line("M11 27c1-4.5 4-7.5 8-8.5", 2.6)
)

SYMBOLS: Mapping[str, str] = {
    "W": _GUARD,
    "C": _CANNON,
    "N": HORSE,
    "K": _KINGS_KNIGHT,
    "E": ELEPHANT,
    "H": _CHANCELLOR,
    "M": _MARSHAL,
    "G": _GOLD_RUNNER,
    "Q": _QUEEN,
    "S": _SPY,
    "A": _ARROW,
    "B": _BLOCK,
    "X": _BOMB,
    "RA": _ARROW,
    "RB": _BLOCK,
}
STONES: Mapping[str, str] = {
    "A": "tile",
    "B": "block",
    "X": "tile",
    "RA": "red tile",
    "RB": "red block",
}
