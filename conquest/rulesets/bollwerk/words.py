"""The words of the game as phrases: seats, pieces, stones, and their forms within a sentence."""

from __future__ import annotations

from conquest.core import Phrase, term

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
STONE_NAMES = {
    "A": Phrase("arrow"),
    "B": Phrase("block"),
    "RA": Phrase("red arrow"),
    "RB": Phrase("red block"),
    "X": Phrase("bomb"),
}
# Each form has a context of its own for languages that inflect: "takes the guard", "by the guard".
OBJECTS = {
    "W": term("guard", "chess object"),
    "C": term("cannon", "chess object"),
    "N": term("knight", "chess object"),
    "K": term("king's knight", "chess object"),
    "E": term("elephant", "chess object"),
    "H": term("chancellor", "chess object"),
    "M": term("marshal", "chess object"),
    "G": term("gold runner", "chess object"),
    "Q": term("queen", "chess object"),
    "S": term("spy", "chess object"),
}
THE = {
    "W": term("the guard", "chess"),
    "C": term("the cannon", "chess"),
    "N": term("the knight", "chess"),
    "K": term("the king's knight", "chess"),
    "E": term("the elephant", "chess"),
    "H": term("the chancellor", "chess"),
    "M": term("the marshal", "chess"),
    "G": term("the gold runner", "chess"),
    "Q": term("the queen", "chess"),
    "S": term("the spy", "chess"),
}
BY = {
    "W": term("the guard", "chess by"),
    "C": term("the cannon", "chess by"),
    "N": term("the knight", "chess by"),
    "K": term("the king's knight", "chess by"),
    "E": term("the elephant", "chess by"),
    "H": term("the chancellor", "chess by"),
    "M": term("the marshal", "chess by"),
    "G": term("the gold runner", "chess by"),
    "Q": term("the queen", "chess by"),
    "S": term("the spy", "chess by"),
}
YOURS = {
    "W": term("your guard", "chess"),
    "C": term("your cannon", "chess"),
    "N": term("your knight", "chess"),
    "K": term("your king's knight", "chess"),
    "E": term("your elephant", "chess"),
    "H": term("your chancellor", "chess"),
    "M": term("your marshal", "chess"),
    "G": term("your gold runner", "chess"),
    "Q": term("your queen", "chess"),
    "S": term("your spy", "chess"),
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


def piece_name(letter: str) -> Phrase:
    """Return the name of a piece by its letter, in any case."""
    return PIECES[letter.upper()]


def figure_name(letter: str, square: str) -> Phrase:
    """Return the name of a piece with its square: "queen e4"."""
    return Phrase("%(piece)s %(square)s", piece=piece_name(letter), square=square)


def stone_count(kind: str, count: int) -> Phrase:
    """Return the number of stones of a kind in stock, as words: "arrows: 10"."""
    return Phrase(STOCKED[kind].template, n=count)
