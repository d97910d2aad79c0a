"""The game's words as phrases: the names of seats and units, alone and within sentences."""

from __future__ import annotations

from collections.abc import Mapping

from conquest.core import Phrase, term
from conquest.kit.hidden_army import ArmyWords, Rank, Square
from conquest.rulesets.armada.ranks import RANKS

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
NAMES: Mapping[Rank, Phrase] = {
    "1": term("one", "armada"),
    "2": term("two", "armada"),
    "3": term("three", "armada"),
    "K": term("King", "armada"),
    "?": Phrase("hidden unit"),
}
# As objects of a verb: in other languages they are declined.
OBJECTS: Mapping[Rank, Phrase] = {
    "1": term("a one", "armada object"),
    "2": term("a two", "armada object"),
    "3": term("a three", "armada object"),
    "K": term("the King", "armada object"),
    "?": term("a hidden unit", "armada object"),
}
MANY: Mapping[Rank, Phrase] = {
    "1": term("ones", "armada"),
    "2": term("twos", "armada"),
    "3": term("threes", "armada"),
    "K": term("Kings", "armada"),
    "?": Phrase("hidden units"),
}


def own_figure(rank: Rank, square: Square) -> Phrase:
    """Return how a player's own unit is called where they choose it: "your 1 on c4"."""
    if rank == "K":
        return Phrase("your King on %(square)s", square=square)
    return Phrase("your %(rank)s on %(square)s", rank=rank, square=square)


WORDS = ArmyWords(SEAT_NAMES, RANKS, NAMES, MANY)
