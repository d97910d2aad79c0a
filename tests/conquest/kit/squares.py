"""Two boards of squares for tests: a high one with narrow ends, and a small one with a hole."""

from __future__ import annotations

from pathlib import Path

from conquest.core import Artist, Style
from conquest.kit import picture
from conquest.kit.picture import Token
from conquest.kit.picture.grid import Grid, Shelf, Special, artist, rectangle
from conquest.kit.picture.symbols import DICE, UNSEEN
from conquest.rulesets.bollwerk.symbols import STONES, SYMBOLS

HOME = Path(__file__).parent
SIDES = ("white", "black")
BOARD_A = Grid(
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
ARTIST: Artist = artist(
    {"board-a": BOARD_A, "small": SMALL},
    symbols={**SYMBOLS, **DICE, **UNSEEN},
    colours={"white": "white", "black": "black", "south": "beige", "east": "brown"},
    neutral={**STONES, **dict.fromkeys(DICE, "die")},
    home=HOME,
)


def drawn(board: str, *tokens: Token, style: Style | None = None) -> str:
    """Draw a position on one of the boards."""
    return picture.svg(ARTIST, board, tokens, style or Style())


def begun() -> list[Token]:
    """Set up board A: every piece, a stock of stones for each side, some stones laid."""
    ranks = {4: ("white", "CNGEQSMGKH"), 5: ("white", "W" * 10)}
    ranks |= {19: ("black", "HKGMSQEGNC"), 18: ("black", "W" * 10)}
    pieces = [
        Token(f"{column}{row}", seat, letter)
        for row, (seat, letters) in ranks.items()
        for column, letter in zip("abcdefghij", letters, strict=True)
    ]
    stocks = [
        Token(f"{side}-{stone}", None, stone, badge)
        for side in SIDES
        for stone, badge in zip(STONES, ("10", "10", "3", "1", "1"), strict=True)
    ]
    laid = [Token(f"{'bcdef'[i]}8", None, stone) for i, stone in enumerate(STONES)]
    return [*pieces, *stocks, *laid]
