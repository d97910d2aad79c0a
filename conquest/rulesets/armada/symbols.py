"""The drawings of Iron Armada: units by their pips, the King, dice, and terrain."""

from __future__ import annotations

from collections.abc import Mapping

from conquest.kit.picture.symbols import DICE, UNSEEN, cut_line, draw_limbs, fill_shape

MOUNTAIN, MONASTERY, CLOSED = "mountain", "monastery", "closed"

_ONE = fill_shape("M24 7.5 38.5 40.5H9.5Z") + cut_line("M24 31.5h0", 6.5)
_TWO = fill_shape("M24 7.5 38.5 40.5H9.5Z") + cut_line("M19 34h0M29 34h0", 6.5)
_THREE = fill_shape("M24 7.5 38.5 40.5H9.5Z") + cut_line("M24 21h0M18 34h0M30 34h0", 6)
_KING = fill_shape("M8 15 16.5 24 24 8.5 31.5 24 40 15 36.5 35H11.5Z") + fill_shape(
    "M11.5 37.5H36.5V42H11.5Z"
)
_MOUNTAIN = fill_shape("M2.5 42.5 17 14.5l6.5 10 6-8.5L45.5 42.5Z") + cut_line(
    "M17 24l-3.5 7M30 25l4 7.5", 2.6
)
_MONASTERY = (
    fill_shape("M8 43V25L24 13 40 25V43H28.5V34a4.5 4.5 0 0 0-9 0v9Z")
    + draw_limbs("M24 3.5V13M20 7H28", 3)
    + cut_line("M14 29h0M34 29h0", 4)
)

_CLOSED = draw_limbs("M6 18 18 6M6 34 34 6M6 48 48 6M20 48 48 20M36 48 48 36", 2.4)


def stone_symbol(strength: int) -> str:
    """Return the symbol's name for a unit that became a blocker of a strength (K20)."""
    return f"stone{strength}"


_STONES = {stone_symbol(n): drawing for n, drawing in ((1, _ONE), (2, _TWO), (3, _THREE))}
# No unit becomes a blocker of more than 3; a position that is given may have one (I49).
_STONES |= {stone_symbol(n): DICE[f"die{n}"] for n in (4, 5, 6)}

SYMBOLS: Mapping[str, str] = {
    "1": _ONE,
    "2": _TWO,
    "3": _THREE,
    "K": _KING,
    **UNSEEN,
    **DICE,
    **_STONES,
    CLOSED: _CLOSED,
    MOUNTAIN: _MOUNTAIN,
    MONASTERY: _MONASTERY,
}
NEUTRAL: Mapping[str, str] = {
    **dict.fromkeys(DICE, "die"),
    **dict.fromkeys(_STONES, "block"),
    CLOSED: "tile",
    MOUNTAIN: "block",
    MONASTERY: "block",
}
