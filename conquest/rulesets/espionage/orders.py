"""The orders of Espionage: read leniently, written canonically.

Blanks, commas, semicolons and new lines all separate words (O19), so the words decide where an
order ends: a turn takes up to two steps, a set-up all the places after it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import TypeAlias

from conquest.core import Notation, Phrase, Seat, Unreadable
from conquest.kit import duel
from conquest.kit.hidden_army import (
    GERMAN_SETUP,
    SETUP_WORD,
    SetupGrammar,
    SetupOrder,
    Square,
    read_ordered_square,
    write_setup,
)
from conquest.kit.submission import (
    BETWEEN,
    RuleRefusal,
    WordOrder,
    join_words,
    plain_lines,
    read_each,
    unreadable_order,
)
from conquest.rulesets.espionage.model import State
from conquest.rulesets.espionage.ranks import RANKS

ACCEPT, RESIGN = "draw!", "resign"
WORDS = ("draw?", ACCEPT, RESIGN)
MOST_STEPS = 2
GRAMMAR = SetupGrammar(
    ranks=RANKS,
    rule="5.3",
    empty=RuleRefusal(
        Phrase("“setup” is followed by what stands where: setup a1=5 b1=S …"), "5.3", Unreadable
    ),
    twice=RuleRefusal(Phrase("%(square)s is named twice in the set-up."), "EP19", Unreadable),
    strange=RuleRefusal(
        Phrase("There is no rank “%(rank)s”; ranks are 1 to 5, S, P, M and Q."), "EP19", Unreadable
    ),
)

# Possessive quantifiers: no text can make these patterns backtrack.
_STEP = re.compile(r"([a-z][0-9]++)[-x]([a-z][0-9]++)", re.ASCII | re.IGNORECASE)
_PARTS = re.compile(r"[\s,;]+")
_JOINED = re.compile(r"(?<=[0-9]) ?([-x=]) ?(?=[a-z0-9?])", re.ASCII | re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class PieceStep:
    """One move of a piece to an adjacent square."""

    start: Square
    end: Square


@dataclass(frozen=True, slots=True)
class EspionageTurn:
    """A turn: one step or two."""

    steps: tuple[PieceStep, ...]


Order: TypeAlias = SetupOrder | EspionageTurn | WordOrder


def read_orders(state: State, seat: Seat, text: str) -> tuple[Order, ...]:
    """Return the orders of a submission.

    :raises Unreadable: with the number, from 0, of the first unreadable order (O22, O23).
    """
    return read_each(text, _split_orders(text), partial(read_order, size=state.size))


def split_words(text: str) -> tuple[str, ...]:
    """Return the words of each order of a submission, readable or not."""
    return tuple(" ".join(words) for words in _split_orders(text))


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
    """Yield single words, without comments and quoted lines."""
    # Blanks inside a step or place ("a3 - a4") must go before the text is split at blanks.
    together = _JOINED.sub(r"\1", " ".join(" ".join(plain_lines(text)).split()))
    yield from filter(None, _PARTS.split(together))


def _continues_order(order: list[str], word: str) -> bool:
    if order[0].lower() == SETUP_WORD:
        return "=" in word
    return len(order) < MOST_STEPS and _is_step_word(order[0]) and _is_step_word(word)


def _is_step_word(word: str) -> bool:
    return _STEP.fullmatch(word) is not None


def read_order(words: list[str], size: int) -> Order:
    """Return the order that consists of these words.

    :raises Unreadable: if they are not an order.
    """
    first = words[0].lower()
    if first == SETUP_WORD:
        return GRAMMAR.read_setup(words[1:], size)
    if len(words) == 1 and first in WORDS:
        return WordOrder(first)
    return EspionageTurn(tuple(_read_step(word, size) for word in words))


def _read_step(word: str, size: int) -> PieceStep:
    match = _STEP.fullmatch(word)
    if match is None:
        raise unreadable_order(word, GRAMMAR.rule)
    return PieceStep(read_ordered_square(match[1], size), read_ordered_square(match[2], size))


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


def write_step(step: PieceStep) -> str:
    """Return one step, always with ``-`` (EP3)."""
    return f"{step.start}-{step.end}"


NOTATION: Notation[State, Order] = Notation(
    read_orders=read_orders,
    write_orders=write_orders,
    split_words=split_words,
    join_words=join_words,
    between=BETWEEN,
    german={**GERMAN_SETUP, **duel.GERMAN},
)
