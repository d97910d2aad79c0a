"""A submission: its text is read order by order, then its orders are carried out or refused."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from conquest.core import (
    Event,
    Illegal,
    Numbers,
    Order,
    Phrase,
    Refused,
    State,
    Unreadable,
    no_numbers,
)

# far more than any order takes; it bounds the work that a hostile text can cause
MAX_TEXT_CHARS = 65_536
BETWEEN = "; "

Part = TypeVar("Part")


@dataclass(frozen=True, slots=True)
class RuleRefusal:
    """Why orders are refused, to be raised with the ``parts`` of its sentence.

    >>> too_far = RuleRefusal(Phrase("%(end)s is too far away."), "E5")
    >>> str(too_far(end="a9")), too_far(end="a9").rule
    ('a9 is too far away.', 'E5')
    """

    phrase: Phrase
    rule: str
    kind: type[Refused] = Illegal

    def __call__(self, **parts: str | int | Phrase) -> Refused:
        return self.kind(Phrase(self.phrase.template, **parts), self.rule)


game_over = RuleRefusal(Phrase("The game is over."), "O4")
unreadable_square = RuleRefusal(
    Phrase("There is no square %(square)s on this board."), "O6", Unreadable
)


@dataclass(frozen=True, slots=True)
class WordOrder:
    """An order of one word, such as ``resign``."""

    word: str


class OrderProgress(Generic[State, Event]):
    """A submission being carried out: the state reached, the events so far, and the numbers of
    the game."""

    def __init__(
        self,
        evolve: Callable[[State | None, Event], State],
        state: State,
        numbers: Numbers = no_numbers,
    ) -> None:
        self.evolve, self.state, self.numbers = evolve, state, numbers
        self.events: list[Event] = []

    def apply_event(self, event: Event) -> None:
        """Let an event change the state, and append it to the events."""
        self.state = self.evolve(self.state, event)
        self.events.append(event)


def read_each(text: str, parts: Iterable[Part], read: Callable[[Part], Order]) -> tuple[Order, ...]:
    """Return the orders of a submission, each read from a part of its text.

    :raises Unreadable: with the number, from 0, of the first unreadable order (O22, O23).
    """
    if len(text) > MAX_TEXT_CHARS:
        raise Unreadable(Phrase("The orders are too long to be read."), "", 0)
    orders = list[Order]()
    for part in parts:
        try:
            orders.append(read(part))
        except Unreadable as unreadable:
            raise unreadable.at_order(len(orders)) from None
    check_any(orders)
    return tuple(orders)


def check_any(orders: Sequence[object]) -> None:
    """Check that there are orders at all.

    :raises Unreadable: if there is none (O23).
    """
    if not orders:
        raise Unreadable(Phrase("There is no order to be read."), "O23", 0)


def plain_lines(text: str) -> Iterator[str]:
    """Yield the lines of a text without comments; those that mail programs quote are left out."""
    for line in filter(str.strip, text.splitlines()):
        if not line.lstrip().startswith(">"):
            yield line.partition("#")[0]


def join_words(words: Iterable[str]) -> str:
    """Return words joined to orders."""
    return BETWEEN.join(word for word in words if word.strip())


def unreadable_order(words: str, rule: str) -> Unreadable:
    """Return the refusal of words that are no order."""
    return Unreadable(
        Phrase("The order “%(text)s” cannot be read.", text=printable_text(words, 40)), rule
    )


def printable_text(words: str, most: int) -> str:
    """Return the beginning of a text to quote on pages and in letters: without control characters,
    ``most`` characters long."""
    shown = " ".join(words[:60].split())[:most]
    return "".join(sign if sign.isprintable() else " " for sign in shown)
