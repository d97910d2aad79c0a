"""The game's words as phrases: seats, pieces, stones."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce

from conquest.core import Phrase, Seat, term

SEAT_NAMES = {"white": Phrase("White"), "black": Phrase("Black")}
COLOURS = {"white": Phrase("white"), "black": Phrase("black")}
PIECES = {
    "W": Phrase("guard"),
    "C": Phrase("cannon"),
    "N": term("knight", "chess"),
    "K": Phrase("king's knight"),
    "E": Phrase("elephant"),
    "H": Phrase("chancellor"),
    "M": Phrase("marshal"),
    "G": Phrase("gold runner"),
    "Q": Phrase("queen"),
    "S": Phrase("spy"),
}
STONES = {
    "A": Phrase("arrow"),
    "B": Phrase("block"),
    "RA": Phrase("red arrow"),
    "RB": Phrase("red block"),
    "X": Phrase("bomb"),
}
STOCKED = {
    "A": Phrase("arrows: %(n)s"),
    "B": Phrase("blocks: %(n)s"),
    "RA": Phrase("red arrows: %(n)s"),
    "RB": Phrase("red blocks: %(n)s"),
    "X": Phrase("bombs: %(n)s"),
}


def seat_name(seat: Seat) -> Phrase:
    """Return the name of a seat."""
    return SEAT_NAMES[seat]


def piece_name(letter: str) -> Phrase:
    """Return the name of a piece by its letter, in any case."""
    return PIECES[letter.upper()]


def figure_name(letter: str, square: str) -> Phrase:
    """Return what a piece is called where it stands: "queen e4"."""
    return Phrase("%(piece)s %(square)s", piece=piece_name(letter), square=square)


def stone_name(kind: str) -> Phrase:
    """Return the name of a stone by its kind."""
    return STONES[kind]


def stocked(kind: str, count: int) -> Phrase:
    """Return how many stones of a kind are in stock: "arrows: 10"."""
    return Phrase(STOCKED[kind].template, n=count)


def listed(phrases: Sequence[Phrase]) -> Phrase:
    """Return phrases joined by commas; there must be at least one."""
    return reduce(lambda one, other: Phrase("%(one)s, %(other)s", one=one, other=other), phrases)
