"""The two sides, and the signs of what can lie on a square.

The cells of a board are a text with one sign for each square: a capital letter for a piece of
White, a small letter for one of Black; stones have letters that no piece uses.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from conquest.core import Seat

SEATS: tuple[Seat, ...] = ("white", "black")
LETTERS = "WCNKEHMGQS"
KINDS = ("A", "B", "RA", "RB", "X")
SIGNS = {"A": "A", "B": "B", "RA": "a", "RB": "b", "X": "X"}
STONES = {sign: kind for kind, sign in SIGNS.items()}

# A laid bomb is in none of these groups: nobody lands on it or removes it (B103, HB24).
FREE: Final = "."
ARROW: Final = "A"
BLOCKS: Final = "Bb"
RED: Final = "ab"
REMOVABLE: Final = "ABab"
OPEN: Final = FREE + RED


class Side(NamedTuple):
    """What the signs mean to one side: its own ``pieces``, the ``enemies`` and their ``spy``,
    where a capturing piece ``lands``, and what Elephants and King's Knights may land on besides
    (``tramples``). ``own`` finds the own pieces among the cells of a board."""

    seat: Seat
    other: Seat
    pieces: str
    enemies: str
    spy: str
    lands: str
    tramples: str
    own: re.Pattern[str]


def _build_side(seat: Seat, other: Seat, pieces: str, enemies: str, spy: str) -> Side:
    lands = OPEN + enemies
    own = re.compile(f"[{pieces}]")
    return Side(seat, other, pieces, enemies, spy, lands, lands + ARROW, own)


SIDES = {
    "white": _build_side("white", "black", LETTERS, LETTERS.lower(), "s"),
    "black": _build_side("black", "white", LETTERS.lower(), LETTERS, "S"),
}


def piece_sign(seat: Seat, letter: str) -> str:
    """Return the sign of a seat's piece."""
    return letter if seat == "white" else letter.lower()


def seat_of(sign: str) -> Seat:
    """Return the seat that owns the piece with this sign."""
    return "white" if sign.isupper() else "black"


def replace_cell(cells: str, square: int, sign: str) -> str:
    """Return the cells with another sign on one square."""
    return cells[:square] + sign + cells[square + 1 :]
