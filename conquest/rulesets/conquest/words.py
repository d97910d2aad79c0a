"""The game's words as phrases: seats, figures, and stacks told in prose."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce

from conquest.core import Phrase, Seat
from conquest.islands.pieces import Piece

SEAT_NAMES = {
    "south": Phrase("South"),
    "west": Phrase("West"),
    "north": Phrase("North"),
    "east": Phrase("East"),
}
COLOURS = {
    "white": Phrase("white"),
    "beige": Phrase("beige"),
    "brown": Phrase("brown"),
    "black": Phrase("black"),
}
FIGURES = {
    "S": Phrase("soldier"),
    "E": Phrase("elephant"),
    "C": Phrase("chariot"),
    "K": Phrase("knight"),
    "B": Phrase("ship"),
    "G": Phrase("galleon"),
    "M": Phrase("camel"),
    "T": Phrase("catapult"),
    "W": Phrase("siege engine"),
}


def seat_name(seat: Seat) -> Phrase:
    """Name a seat."""
    return SEAT_NAMES[seat]


def figure_name(letter: str) -> Phrase:
    """Name a figure by its letter."""
    return FIGURES[letter]


def stack_name(stack: Piece) -> Phrase:
    """Name a stack: "elephant with 2 soldiers", "galleon with elephant with 1 soldier"."""
    carrier = FIGURES[stack.letter]
    if not stack.load:
        return carrier
    if len(stack.load) == 1 and stack.load[0].letter != "S":
        return Phrase("%(carrier)s with %(load)s", carrier=carrier, load=stack_name(stack.load[0]))
    if len(stack.load) == 1:
        return Phrase("%(carrier)s with 1 soldier", carrier=carrier)
    return Phrase("%(carrier)s with %(n)s soldiers", carrier=carrier, n=len(stack.load))


def listed(phrases: Sequence[Phrase]) -> Phrase:
    """Join phrases by commas; there must be at least one."""
    return reduce(lambda one, other: Phrase("%(one)s, %(other)s", one=one, other=other), phrases)
