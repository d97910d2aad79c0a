"""Two boards of squares for tests: a high one with narrow ends, a small one with a hole."""

from __future__ import annotations

from pathlib import Path

from conquest.core import Artist, BoardStyle
from conquest.kit import picture
from conquest.kit.picture import Token
from conquest.kit.picture.grid import Grid, Shelf, Special, grid_artist, rectangle
from conquest.kit.picture.symbols import (
    DICE,
    ELEPHANT,
    HORSE,
    UNSEEN,
    cut_line,
    draw_limbs,
    draw_lines,
    fill_shape,
)

HOME = Path(__file__).parent
SIDES = ("white", "black")
PIECES = {
    "H": HORSE,
    "E": ELEPHANT,
    "T": fill_shape("M10 6H38V18H33V44H15V18H10Z") + cut_line("M24 44V32", 6),
    "W": fill_shape("M24 6a8 8 0 0 1 0 16 8 8 0 0 1 0-16ZM12 44 18 22H30L36 44Z"),
}
STONES = {"P": "tile", "O": "tile", "B": "block", "RP": "red tile", "RB": "red block"}
_PLANK, _BRICKS = (
    fill_shape("M4 18H44V30H4Z"),
    draw_lines("M2 16H46M2 32H46M24 0V16M12 16V32M24 32V48", 3),
)
_RING = draw_limbs("M24 8a16 16 0 0 1 0 32 16 16 0 0 1 0-32Z", 6)
SYMBOLS = {**PIECES, "P": _PLANK, "O": _RING, "B": _BRICKS, "RP": _PLANK, "RB": _BRICKS}
HIGH = Grid(
    rectangle("a4", "j19") | rectangle("d1", "f3") | rectangle("e20", "g22"),
    (
        Special("zone", rectangle("d1", "f3"), "white"),
        Special("zone", rectangle("e20", "g22"), "black"),
        Special("start", rectangle("a5", "j5"), "white"),
        Special("start", rectangle("a18", "j18"), "black"),
        Special("goal", frozenset({"e1"}), "white"),
        Special("goal", frozenset({"f22"}), "black"),
    ),
    (
        Shelf(tuple(f"white-{stone}" for stone in STONES), 3, (7.7, 2.2), "white"),
        Shelf(tuple(f"black-{stone}" for stone in STONES), 3, (1.3, 21.8), "black"),
    ),
)
SMALL = Grid(
    rectangle("a1", "e3") - {"c2"},
    (
        Special("zone", frozenset({"a2"}), "south"),
        Special("zone", frozenset({"e2"}), "east"),
        Special("rough", frozenset({"b3"})),
    ),
)
ARTIST: Artist = grid_artist(
    {"high": HIGH, "small": SMALL},
    symbols={**SYMBOLS, **DICE, **UNSEEN},
    colours={"white": "white", "black": "black", "south": "beige", "east": "brown"},
    turned={"black": 2},
    neutral={**STONES, **dict.fromkeys(DICE, "die")},
    home=HOME,
)


def draw_position(board: str, *tokens: Token, style: BoardStyle | None = None) -> str:
    """Draw a position on one of the boards."""
    return picture.draw_svg(ARTIST, board, tokens, style or BoardStyle())


def full_set_up() -> list[Token]:
    """Return the tokens of a full high board: all pieces, stocks of stones, and some on squares."""
    ranks = {4: ("white", "THETEHTTEH"), 5: ("white", "W" * 10)}
    ranks |= {19: ("black", "HETTHETEHT"), 18: ("black", "W" * 10)}
    pieces = [
        Token(f"{column}{row}", seat, letter)
        for row, (seat, letters) in ranks.items()
        for column, letter in zip("abcdefghij", letters, strict=True)
    ]
    stocks = [
        Token(f"{side}-{stone}", None, stone, badge)
        for side in SIDES
        for stone, badge in zip(STONES, ("10", "3", "10", "1", "1"), strict=True)
    ]
    laid = [Token(f"{'bcdef'[i]}8", None, stone) for i, stone in enumerate(STONES)]
    return [*pieces, *stocks, *laid]
