"""Chance as an argument: code that decides orders is given its numbers and draws none itself."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from conquest.core.phrases import Phrase

Numbers: TypeAlias = Callable[[int | str], int]
"""A game's chance: ``numbers(6)`` is the next draw, from 0 to 5; ``numbers("lot 1")`` is the whole
number of that message, which is not counted as a draw (corner-cases-others, 5.1)."""


class Unforeseen(Exception):
    """The result of an order depends on chance, or on something its author does not know.

    ``events`` happened before that point; ``phrase`` says what decides.
    """

    def __init__(self, phrase: Phrase, events: Sequence[Any] = ()) -> None:
        super().__init__(phrase)
        self.phrase = phrase
        self.events = tuple(events)

    def prepend_events(self, events: Sequence[Any]) -> Unforeseen:
        """Return the same exception with ``events`` put before its own."""
        return Unforeseen(self.phrase, (*events, *self.events))


def no_numbers(_asked: int | str) -> int:
    """Refuse to draw: the numbers for code that only looks ahead.

    :raises Unforeseen: always.
    """
    # the default everywhere, so that a preview can never try out throws (decision 12)
    raise Unforeseen(Phrase("Here chance decides."))
