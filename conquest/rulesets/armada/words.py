"""The game's words as phrases: the names of seats and units, alone and within sentences."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import reduce

from conquest.core import Phrase, Seat, term
from conquest.rulesets.armada.ranks import Rank, count_ranks

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
NOTHING = Phrase("nothing")


def seat_name(seat: Seat) -> Phrase:
    """Return the name of a seat."""
    return SEAT_NAMES[seat]


def list_seats(seats: Iterable[Seat]) -> Phrase:
    """Return the names of seats: "South, West"."""
    return join_phrases([SEAT_NAMES[seat] for seat in seats])


def rank_name(rank: Rank) -> Phrase:
    """Return the name of a rank."""
    return NAMES[rank]


def figure_name(rank: Rank, square: str) -> Phrase:
    """Return the name of a unit with its square: "three e4", "hidden unit b8"."""
    return Phrase("%(piece)s %(square)s", piece=NAMES[rank], square=square)


def join_phrases(phrases: Sequence[Phrase]) -> Phrase:
    """Return phrases joined by commas; "nothing" if there are none."""
    if not phrases:
        return NOTHING
    return reduce(lambda one, other: Phrase("%(one)s, %(other)s", one=one, other=other), phrases)


def list_ranks(ranks: Iterable[Rank]) -> Phrase:
    """Return ranks with how many of each: "2 ones, King"."""
    return join_phrases([_counted_rank(rank, n) for rank, n in count_ranks(ranks).items()])


def _counted_rank(rank: Rank, n: int) -> Phrase:
    return NAMES[rank] if n == 1 else Phrase("%(n)s %(pieces)s", n=n, pieces=MANY[rank])
