"""The game's words as phrases: seats, pieces, stones, and what they are called in a sentence."""

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
OBJECTS = {
    "W": term("guard", "object"),
    "C": term("cannon", "object"),
    "N": term("knight", "object"),
    "K": term("king's knight", "object"),
    "E": term("elephant", "object"),
    "H": term("chancellor", "object"),
    "M": term("marshal", "object"),
    "G": term("gold runner", "object"),
    "Q": term("queen", "object"),
    "S": term("spy", "object"),
}
THE = {
    "W": Phrase("the guard"),
    "C": Phrase("the cannon"),
    "N": Phrase("the knight"),
    "K": Phrase("the king's knight"),
    "E": Phrase("the elephant"),
    "H": Phrase("the chancellor"),
    "M": Phrase("the marshal"),
    "G": Phrase("the gold runner"),
    "Q": Phrase("the queen"),
    "S": Phrase("the spy"),
}
BY = {
    "W": term("the guard", "by"),
    "C": term("the cannon", "by"),
    "N": term("the knight", "by"),
    "K": term("the king's knight", "by"),
    "E": term("the elephant", "by"),
    "H": term("the chancellor", "by"),
    "M": term("the marshal", "by"),
    "G": term("the gold runner", "by"),
    "Q": term("the queen", "by"),
    "S": term("the spy", "by"),
}
YOURS = {
    "W": Phrase("your guard"),
    "C": Phrase("your cannon"),
    "N": Phrase("your knight"),
    "K": Phrase("your king's knight"),
    "E": Phrase("your elephant"),
    "H": Phrase("your chancellor"),
    "M": Phrase("your marshal"),
    "G": Phrase("your gold runner"),
    "Q": Phrase("your queen"),
    "S": Phrase("your spy"),
}
LAID = {
    "A": Phrase("an arrow"),
    "B": Phrase("a block"),
    "RA": Phrase("a red arrow"),
    "RB": Phrase("a red block"),
    "X": Phrase("a bomb"),
}
STRUCK = {
    "A": Phrase("the arrow"),
    "B": Phrase("the block"),
    "RA": Phrase("the red arrow"),
    "RB": Phrase("the red block"),
    "X": Phrase("the bomb"),
}
THROWN = {
    "A": Phrase("with an arrow"),
    "RA": Phrase("with a red arrow"),
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
