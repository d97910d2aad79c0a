"""The orders of Espionage: read leniently, written canonically.

Blanks, commas, semicolons and new lines all separate words (O19), so the words decide where an
order ends: a turn takes up to two steps, a set-up all the places after it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

from conquest.core import Phrase, Seat, Unreadable
from conquest.rulesets.espionage.board import Square, board_squares, sort_squares
from conquest.rulesets.espionage.model import State
from conquest.rulesets.espionage.ranks import RANKS, Rank

MAX_TEXT_CHARS = 65_536
OFFER, ACCEPT, RESIGN = "draw?", "draw!", "resign"
WORDS = (OFFER, ACCEPT, RESIGN)
SETUP = "setup"
BETWEEN = "; "
MOST_STEPS = 2

# Possessive quantifiers: no text can make these patterns backtrack.
_STEP = re.compile(r"([a-z][0-9]++)[-x]([a-z][0-9]++)", re.ASCII)
_PLACE = re.compile(r"([a-z][0-9]++)=(.++)", re.ASCII)
_PARTS = re.compile(r"[\s,;]+")
_JOINED = re.compile(r"(?<=[0-9]) ?([-x=]) ?(?=[a-z0-9?])", re.ASCII)


@dataclass(frozen=True, slots=True)
class SetupOrder:
    """A set-up: squares and ranks, row by row."""

    places: tuple[tuple[Square, Rank], ...]


@dataclass(frozen=True, slots=True)
class PieceStep:
    """One move of a piece to an adjacent square."""

    start: Square
    end: Square


@dataclass(frozen=True, slots=True)
class EspionageTurn:
    """A turn: one step or two."""

    steps: tuple[PieceStep, ...]


@dataclass(frozen=True, slots=True)
class WordOrder:
    """An order of one word: ``draw?``, ``draw!`` or ``resign``."""

    word: str


Order: TypeAlias = SetupOrder | EspionageTurn | WordOrder


def setup_order(places: Iterable[tuple[Square, Rank]]) -> SetupOrder:
    """Return the order that sets up pieces on these squares; of doubles the last one counts."""
    ranks = dict(places)
    return SetupOrder(tuple((square, ranks[square]) for square in sort_squares(ranks)))


def read_orders(state: State, seat: Seat, text: str) -> tuple[Order, ...]:
    """Return the orders of a submission.

    :raises Unreadable: with the number, from 0, of the first unreadable order (O22, O23).
    """
    if len(text) > MAX_TEXT_CHARS:
        raise Unreadable(Phrase("The orders are too long to be read."), "", 0)
    orders = list[Order]()
    for words in _split_orders(text):
        try:
            orders.append(read_order(words, state.size))
        except Unreadable as unreadable:
            raise unreadable.at_order(len(orders)) from None
    if not orders:
        raise Unreadable(Phrase("There is no order to be read."), "O23", 0)
    return tuple(orders)


def split_words(text: str) -> tuple[str, ...]:
    """Return the words of each order of a submission, readable or not."""
    return tuple(" ".join(words) for words in _split_orders(text))


def join_words(words: Iterable[str]) -> str:
    """Return words joined to orders."""
    return BETWEEN.join(word for word in words if word.strip())


def _split_orders(text: str) -> Iterator[list[str]]:
    """Yield the words of each order, however they are separated."""
    order = list[str]()
    for word in _plain_words(text):
        if order and not _continues_order(order, word):
            yield order
            order = []
        order.append(word)
    if order:
        yield order


def _plain_words(text: str) -> Iterator[str]:
    """Yield single words in lower case, without comments and quoted lines."""
    lines = (line for line in text.splitlines() if not line.lstrip().startswith(">"))
    plain = " ".join(line.partition("#")[0] for line in filter(str.strip, lines))
    # Blanks inside a step or place ("a3 - a4") must go before the text is split at blanks.
    together = _JOINED.sub(r"\1", " ".join(plain.lower().split()))
    yield from filter(None, _PARTS.split(together))


def _continues_order(order: list[str], word: str) -> bool:
    if order[0] == SETUP:
        return "=" in word
    return len(order) < MOST_STEPS and _is_step_word(order[0]) and _is_step_word(word)


def _is_step_word(word: str) -> bool:
    return _STEP.fullmatch(word) is not None


def read_order(words: list[str], size: int) -> Order:
    """Return the order that consists of these words.

    :raises Unreadable: if they are not an order.
    """
    if words[0] == SETUP:
        return _read_setup(words[1:], size)
    if len(words) == 1 and words[0] in WORDS:
        return WordOrder(words[0])
    return EspionageTurn(tuple(_read_step(word, size) for word in words))


def _read_setup(words: list[str], size: int) -> SetupOrder:
    if not words:
        raise Unreadable(
            Phrase("“setup” is followed by what stands where: setup a1=5 b1=S …"), "5.3"
        )
    places = [_read_place(word, size) for word in words]
    doubled = [square for square, times in Counter(at for at, _ in places).items() if times > 1]
    if doubled:
        raise Unreadable(
            Phrase("%(square)s is named twice in the set-up.", square=doubled[0]), "EP19"
        )
    return setup_order(places)


def _read_place(word: str, size: int) -> tuple[Square, Rank]:
    match = _PLACE.fullmatch(word)
    if match is None:
        raise _unreadable_order(word)
    square, rank = _read_square(match[1], size), match[2].upper()
    if rank not in tuple(RANKS):
        raise Unreadable(
            Phrase(
                "There is no rank “%(rank)s”; ranks are 1 to 5, S, P, M and Q.",
                rank=_printable_text(match[2])[:20],
            ),
            "EP19",
        )
    return square, rank


def _read_step(word: str, size: int) -> PieceStep:
    match = _STEP.fullmatch(word)
    if match is None:
        raise _unreadable_order(word)
    return PieceStep(_read_square(match[1], size), _read_square(match[2], size))


def _read_square(square: str, size: int) -> Square:
    if square not in board_squares(size):
        raise Unreadable(
            Phrase("There is no square %(square)s on this board.", square=square[:20]), "O6"
        )
    return square


def _unreadable_order(word: str) -> Unreadable:
    return Unreadable(
        Phrase("The order “%(text)s” cannot be read.", text=_printable_text(word)[:40]), "5.3"
    )


def _printable_text(word: str) -> str:
    # Quoted on pages and in letters: short and without control characters.
    return "".join(sign if sign.isprintable() else " " for sign in word[:60])


def write_orders(orders: tuple[Order, ...]) -> str:
    """Return orders written canonically, separated by ``; ``."""
    return BETWEEN.join(map(write_order, orders))


def write_order(order: Order) -> str:
    """Return one order written canonically."""
    match order:
        case SetupOrder():
            return write_setup(dict(order.places))
        case EspionageTurn():
            return " ".join(map(write_step, order.steps))
        case WordOrder():
            return order.word


def write_setup(places: dict[Square, Rank]) -> str:
    """Return a set-up, or the beginning of one: ``setup a1=5 b1=S``."""
    return " ".join((SETUP, *(f"{square}={places[square]}" for square in sort_squares(places))))


def write_step(step: PieceStep) -> str:
    """Return one step, always with ``-`` (EP3)."""
    return f"{step.start}-{step.end}"
