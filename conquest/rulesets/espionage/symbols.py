"""The drawings of Espionage: its nine ranks, the hidden piece, and the volcano."""

from __future__ import annotations

from collections.abc import Mapping

from conquest.kit.picture.symbols import UNSEEN, cut_line, draw_limbs, fill_shape

VOLCANO = "volcano"

_DIGITS: Mapping[str, str] = {
    "1": "M16.5 15.5 25 8V40.5M16 40.5H34",
    "2": "M14 16C14 10.5 18 7.5 24 7.5S34 11 34 16.5C34 24.5 16.5 31 14 40.5H34.5",
    "3": "M14.5 11C17 8.6 20 7.5 24 7.5c6 0 9.5 3 9.5 7.5 0 5-4 8-10.5 8 7 0 11.5 3 11.5 8.5"
    "S30 40.5 23.5 40.5C19 40.5 16 39.5 13.5 37",
    "4": "M30 41V8L12.5 31H37.5",
    "5": "M33 8H17L15.5 22C18 20.6 20.5 20 23.5 20 30 20 34.5 24 34.5 30S30 40.5 23.5 40.5"
    "C19.5 40.5 16 39.5 13.5 37",
}
_SPY = (
    fill_shape("M2.5 24C9 13 16 8.5 24 8.5S39 13 45.5 24C39 35 32 39.5 24 39.5S9 35 2.5 24Z")
    + cut_line("M24 24h0", 21)
    + fill_shape("M17.5 24a6.5 6.5 0 0 1 13 0 6.5 6.5 0 0 1-13 0Z")
)
_SAPPER = draw_limbs("M10 41.5 29.5 18", 5.5) + fill_shape(
    "M12.5 6.5C26 6 38.5 14.5 43 30.5c-4-7-8.5-11.5-13-13.5l-4-3C22.5 10.5 18 8 12.5 6.5Z"
)
_MINE = (
    fill_shape("M11.5 25a12.5 12.5 0 0 1 25 0 12.5 12.5 0 0 1-25 0Z")
    + draw_limbs("M24 5.5V11M24 39v4.5M4.5 25H10M38 25h5.5M10.5 11.5 14 15M34 35l3.5 3.5", 4.6)
    + draw_limbs("M37.5 11.5 34 15M14 35l-3.5 3.5", 4.6)
    + cut_line("M18 24c.6-3.4 2.6-5.4 6-6", 2.8)
)
_HEADQUARTERS = draw_limbs("M12.5 5.5V43.5", 5) + fill_shape("M15 5 43 13.5 15 26Z")
_VOLCANO = (
    fill_shape("M2.5 42.5 16 18.5l4.5 3 4-3.5 4 3.5 4-3L45.5 42.5Z")
    + cut_line("M20 26l-3 8M28 25l3.5 9M24 24v6", 2.6)
    + draw_limbs("M19.5 11.5C19.5 8 23 8.5 23 5M29 12.5C29 9 32.5 9.5 32.5 6", 3.4)
)

SYMBOLS: Mapping[str, str] = {
    **{digit: draw_limbs(d, 6.6) for digit, d in _DIGITS.items()},
    "S": _SPY,
    "P": _SAPPER,
    "M": _MINE,
    "Q": _HEADQUARTERS,
    **UNSEEN,
    VOLCANO: _VOLCANO,
}
NEUTRAL: Mapping[str, str] = {VOLCANO: "block"}
