"""Set-ups as orders: ``setup a1=5 b1=S``."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from conquest.kit.hidden_army.model import Places, Rank
from conquest.kit.hidden_army.squares import Square, board_squares, sort_squares
from conquest.kit.submission import RuleRefusal, printable_text, unreadable_order, unreadable_square

SETUP_WORD = "setup"
GERMAN_SETUP = {"aufstellung": SETUP_WORD}
# possessive quantifiers: no text can make the pattern backtrack
_PLACE = re.compile(r"([a-z][0-9]++)=(.++)", re.ASCII | re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class SetupOrder:
    """A set-up: squares and ranks, row by row."""

    places: tuple[tuple[Square, Rank], ...]


def setup_order(places: Iterable[tuple[Square, Rank]]) -> SetupOrder:
    """Return the order that sets up pieces on these squares; of doubles the last one counts."""
    ranks = dict(places)
    return SetupOrder(tuple((square, ranks[square]) for square in sort_squares(ranks)))


def write_setup(places: Places) -> str:
    """Return a set-up, or the beginning of one: ``setup a1=5 b1=S``."""
    return " ".join(
        (SETUP_WORD, *(f"{square}={places[square]}" for square in sort_squares(places)))
    )


def read_ordered_square(square: str, size: int) -> Square:
    """Return a square of a board by its name in any case.

    :raises Unreadable: if there is none of this name (O6).
    """
    name = square.lower()
    if name not in board_squares(size):
        raise unreadable_square(square=square[:20])
    return name


@dataclass(frozen=True, slots=True)
class SetupGrammar:
    """How the set-ups of a game are read: its ``ranks``, and the refusals of a set-up without
    places, of a square that is named ``twice`` and of a ``strange`` rank; ``rule`` is the number
    of the grammar."""

    ranks: str
    rule: str
    empty: RuleRefusal
    twice: RuleRefusal
    strange: RuleRefusal

    def read_setup(self, words: list[str], size: int) -> SetupOrder:
        """Return the set-up that the words after ``setup`` make.

        :raises Unreadable: if they make none.
        """
        if not words:
            raise self.empty()
        places = [self._read_place(word, size) for word in words]
        doubled = [square for square, times in Counter(at for at, _ in places).items() if times > 1]
        if doubled:
            raise self.twice(square=doubled[0])
        return setup_order(places)

    def _read_place(self, word: str, size: int) -> tuple[Square, Rank]:
        match = _PLACE.fullmatch(word)
        if match is None:
            raise unreadable_order(word, self.rule)
        square, rank = read_ordered_square(match[1], size), match[2].upper()
        if rank not in tuple(self.ranks):
            raise self.strange(rank=printable_text(match[2], 20))
        return square, rank
