"""The orders of Espionage: read leniently, written canonically.

Blanks, commas, semicolons and new lines part words alike (O19), so it is the words that tell
where an order ends: a turn takes up to two steps, a set-up all places behind it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

from conquest.core import Phrase, Seat, Unreadable
from conquest.rulesets.espionage.board import Square, in_order, squares
from conquest.rulesets.espionage.model import State
from conquest.rulesets.espionage.ranks import RANKS, Rank

MAX_TEXT_CHARS = 65_536
OFFER, ACCEPT, RESIGN = "draw?", "draw!", "resign"
WORDS = (OFFER, ACCEPT, RESIGN)
SETUP = "setup"
BETWEEN = "; "
MOST_STEPS = 2

_STEP = re.compile(r"([a-z][0-9]++)[-x]([a-z][0-9]++)", re.ASCII)
_PLACE = re.compile(r"([a-z][0-9]++)=(.++)", re.ASCII)
_PARTS = re.compile(r"[\s,;]+")
_JOINED = re.compile(r"(?<=[0-9]) ?([-x=]) ?(?=[a-z0-9?])", re.ASCII)


@dataclass(frozen=True, slots=True)
class Setup:
    """Where an army stands: squares and ranks, row by row."""

    places: tuple[tuple[Square, Rank], ...]


@dataclass(frozen=True, slots=True)
class Step:
    """One move of a piece to a square beside it."""

    start: Square
    end: Square


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn: one step or two."""

    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Word:
    """An order of one word: ``draw?``, ``draw!`` or ``resign``."""

    word: str


Order: TypeAlias = Setup | Turn | Word


def setup(places: Iterable[tuple[Square, Rank]]) -> Setup:
    """Return the order that sets pieces up so."""
    ranks = dict(places)
    return Setup(tuple((square, ranks[square]) for square in in_order(ranks)))


def read(state: State, seat: Seat, text: str) -> tuple[Order, ...]:
    """Return the orders of a submission.

    :raises Unreadable: naming the first order that is none, counted from 0 (O22, O23).
    """
    if len(text) > MAX_TEXT_CHARS:
        raise Unreadable(Phrase("The orders are too long to be read."), "", 0)
    orders = list[Order]()
    for words in _orders(text):
        try:
            orders.append(read_order(words, state.size))
        except Unreadable as unreadable:
            raise unreadable.at_order(len(orders)) from None
    if not orders:
        raise Unreadable(Phrase("There is no order to be read."), "O23", 0)
    return tuple(orders)


def split(text: str) -> tuple[str, ...]:
    """Return the words of each order of a submission, readable or not."""
    return tuple(" ".join(words) for words in _orders(text))


def join(words: Iterable[str]) -> str:
    """Return words of orders behind one another."""
    return BETWEEN.join(word for word in words if word.strip())


def _orders(text: str) -> Iterator[list[str]]:
    """Yield the words of each order: what belongs to one, though it be parted."""
    order = list[str]()
    for word in _words(text):
        if order and not _goes_on(order, word):
            yield order
            order = []
        order.append(word)
    if order:
        yield order


def _words(text: str) -> Iterator[str]:
    """Yield single words in small letters, comments and quoted lines left out."""
    lines = (line for line in text.splitlines() if not line.lstrip().startswith(">"))
    plain = " ".join(line.partition("#")[0] for line in filter(str.strip, lines))
    together = _JOINED.sub(r"\1", " ".join(plain.lower().split()))
    yield from filter(None, _PARTS.split(together))


def _goes_on(order: list[str], word: str) -> bool:
    if order[0] == SETUP:
        return "=" in word
    return len(order) < MOST_STEPS and _is_step(order[0]) and _is_step(word)


def _is_step(word: str) -> bool:
    return _STEP.fullmatch(word) is not None


def read_order(words: list[str], size: int) -> Order:
    """Return one order of these words.

    :raises Unreadable: if it is none.
    """
    if words[0] == SETUP:
        return _setup(words[1:], size)
    if len(words) == 1 and words[0] in WORDS:
        return Word(words[0])
    return Turn(tuple(_step(word, size) for word in words))


def _setup(words: list[str], size: int) -> Setup:
    if not words:
        raise Unreadable(
            Phrase("“setup” is followed by what stands where: setup a1=5 b1=S …"), "5.3"
        )
    places = [_place(word, size) for word in words]
    doubled = [square for square, times in Counter(at for at, _ in places).items() if times > 1]
    if doubled:
        raise Unreadable(
            Phrase("%(square)s is named twice in the set-up.", square=doubled[0]), "EP19"
        )
    return setup(places)


def _place(word: str, size: int) -> tuple[Square, Rank]:
    found = _PLACE.fullmatch(word)
    if found is None:
        raise _unreadable(word)
    square, rank = _square(found[1], size), found[2].upper()
    if rank not in tuple(RANKS):
        raise Unreadable(
            Phrase(
                "There is no rank “%(rank)s”; ranks are 1 to 5, S, P, M and Q.",
                rank=_shown(found[2])[:20],
            ),
            "EP19",
        )
    return square, rank


def _step(word: str, size: int) -> Step:
    found = _STEP.fullmatch(word)
    if found is None:
        raise _unreadable(word)
    return Step(_square(found[1], size), _square(found[2], size))


def _square(square: str, size: int) -> Square:
    if square not in squares(size):
        raise Unreadable(
            Phrase("There is no square %(square)s on this board.", square=square[:20]), "O6"
        )
    return square


def _unreadable(word: str) -> Unreadable:
    return Unreadable(Phrase("The order “%(text)s” cannot be read.", text=_shown(word)[:40]), "5.3")


def _shown(word: str) -> str:
    return "".join(sign if sign.isprintable() else " " for sign in word[:60])


def write(orders: tuple[Order, ...]) -> str:
    """Return orders written canonically, between ``; ``."""
    return BETWEEN.join(map(write_order, orders))


def write_order(order: Order) -> str:
    """Return one order written canonically."""
    match order:
        case Setup():
            return write_setup(dict(order.places))
        case Turn():
            return " ".join(map(write_step, order.steps))
        case Word():
            return order.word


def write_setup(places: dict[Square, Rank]) -> str:
    """Return a set-up, or the beginning of one: ``setup a1=5 b1=S``."""
    return " ".join((SETUP, *(f"{square}={places[square]}" for square in in_order(places))))


def write_step(step: Step) -> str:
    """Return one step, always with ``-`` (EP3)."""
    return f"{step.start}-{step.end}"
