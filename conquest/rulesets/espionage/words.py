"""The words of the game as phrases: seats, ranks, and their forms within a sentence."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import reduce

from conquest.core import Phrase, Seat, term
from conquest.rulesets.espionage.ranks import Rank, count_ranks

SEAT_NAMES = {"white": Phrase("White"), "black": Phrase("Black")}
COLOURS = {"white": Phrase("white"), "black": Phrase("black")}
NAMES: Mapping[Rank, Phrase] = {
    "1": Phrase("corporal"),
    "2": Phrase("lieutenant"),
    "3": term("captain", "espionage"),
    "4": Phrase("colonel"),
    "5": Phrase("general"),
    "S": term("spy", "espionage"),
    "P": Phrase("sapper"),
    "M": Phrase("mine"),
    "Q": Phrase("headquarters"),
    "?": Phrase("hidden piece"),
}
# Each form has a context of its own for languages that inflect: "falls to the spy".
THE: Mapping[Rank, Phrase] = {
    "1": term("the corporal", "espionage"),
    "2": term("the lieutenant", "espionage"),
    "3": term("the captain", "espionage"),
    "4": term("the colonel", "espionage"),
    "5": term("the general", "espionage"),
    "S": term("the spy", "espionage"),
    "P": term("the sapper", "espionage"),
    "M": term("the mine", "espionage"),
    "Q": term("the headquarters", "espionage"),
    "?": term("the hidden piece", "espionage"),
}
OBJECTS: Mapping[Rank, Phrase] = {
    "1": term("the corporal", "espionage object"),
    "2": term("the lieutenant", "espionage object"),
    "3": term("the captain", "espionage object"),
    "4": term("the colonel", "espionage object"),
    "5": term("the general", "espionage object"),
    "S": term("the spy", "espionage object"),
    "P": term("the sapper", "espionage object"),
    "M": term("the mine", "espionage object"),
    "Q": term("the headquarters", "espionage object"),
    "?": term("the hidden piece", "espionage object"),
}
MANY: Mapping[Rank, Phrase] = {
    "1": Phrase("corporals"),
    "2": Phrase("lieutenants"),
    "3": Phrase("captains"),
    "4": Phrase("colonels"),
    "5": Phrase("generals"),
    "S": Phrase("spies"),
    "P": Phrase("sappers"),
    "M": Phrase("mines"),
    "Q": term("headquarters", "espionage several"),
}
NOTHING = Phrase("nothing")


def seat_name(seat: Seat) -> Phrase:
    """Return the name of a seat."""
    return SEAT_NAMES[seat]


def rank_name(rank: Rank) -> Phrase:
    """Return the name of a rank."""
    return NAMES[rank]


def figure_name(rank: Rank, square: str) -> Phrase:
    """Return the name of a piece with its square: "general e4", "hidden piece b8"."""
    return Phrase("%(piece)s %(square)s", piece=NAMES[rank], square=square)


def join_phrases(phrases: Sequence[Phrase]) -> Phrase:
    """Return phrases joined by commas; "nothing" where there are none."""
    if not phrases:
        return NOTHING
    return reduce(lambda one, other: Phrase("%(one)s, %(other)s", one=one, other=other), phrases)


def list_ranks(ranks: Iterable[Rank]) -> Phrase:
    """Return ranks with their counts: "2 corporals, general"."""
    return join_phrases([_counted_rank(rank, n) for rank, n in count_ranks(ranks).items()])


def _counted_rank(rank: Rank, n: int) -> Phrase:
    return NAMES[rank] if n == 1 else Phrase("%(n)s %(pieces)s", n=n, pieces=MANY[rank])
