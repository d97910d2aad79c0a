"""The words of the family as phrases: the names of seats, figures and stacks."""

from __future__ import annotations

from collections.abc import Mapping

from conquest.core import Phrase, Seat, term
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
# The figures as objects of a sentence: in German, for one, they have another case.
OBJECTS = {
    "S": term("soldier", "object"),
    "E": term("elephant", "object"),
    "C": term("chariot", "object"),
    "K": term("knight", "object"),
    "B": term("ship", "object"),
    "G": term("galleon", "object"),
    "M": term("camel", "object"),
    "T": term("catapult", "object"),
    "W": term("siege engine", "object"),
}
YOURS = {
    "S": Phrase("your soldier"),
    "E": Phrase("your elephant"),
    "C": Phrase("your chariot"),
    "K": Phrase("your knight"),
    "B": Phrase("your ship"),
    "G": Phrase("your galleon"),
    "M": Phrase("your camel"),
    "T": Phrase("your catapult"),
    "W": Phrase("your siege engine"),
}
MOUNTED = {
    "E": Phrase("the elephant"),
    "C": Phrase("the chariot"),
    "M": Phrase("the camel"),
    "W": Phrase("the siege engine"),
    "B": Phrase("the ship"),
    "G": Phrase("the galleon"),
}


def seat_name(seat: Seat) -> Phrase:
    """Return the name of a seat."""
    return SEAT_NAMES[seat]


def figure_name(letter: str) -> Phrase:
    """Return the name of a figure, by its letter."""
    return FIGURES[letter]


def count_points(n: int) -> Phrase:
    """Return a number of points in words: "1 point", "2 points"."""
    return Phrase("%(n)s point", n=n) if n == 1 else Phrase("%(n)s points", n=n)


def stack_name(stack: Piece, names: Mapping[str, Phrase] = FIGURES) -> Phrase:
    """Return the name of a stack: "elephant with 2 soldiers".

    ``names`` are those for its carrier.
    """
    carrier = names[stack.letter]
    if not stack.load:
        return carrier
    if len(stack.load) == 1 and stack.load[0].letter != "S":
        return Phrase("%(carrier)s with %(load)s", carrier=carrier, load=stack_name(stack.load[0]))
    if len(stack.load) == 1:
        return Phrase("%(carrier)s with 1 soldier", carrier=carrier)
    return Phrase("%(carrier)s with %(n)s soldiers", carrier=carrier, n=len(stack.load))
