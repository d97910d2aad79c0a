"""Chance as an argument: who decides orders is handed the numbers, and draws none itself."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from conquest.core.phrases import Phrase

Numbers: TypeAlias = Callable[[int | str], int]
"""A game's chance: ``numbers(6)`` is the next draw, from 0 to 5; ``numbers("lot 1")`` the whole
number of that message, which is no draw and touches no count (corner-cases-others, 5.1)."""


class Unforeseen(Exception):
    """What comes of an order depends on chance, or on what its author does not know.

    ``events`` have happened until then; ``phrase`` says what decides.
    """

    def __init__(self, phrase: Phrase, events: Sequence[Any] = ()) -> None:
        super().__init__(phrase)
        self.phrase = phrase
        self.events = tuple(events)

    def prepend_events(self, events: Sequence[Any]) -> Unforeseen:
        """Return the same, behind events that came before."""
        return Unforeseen(self.phrase, (*events, *self.events))


def no_numbers(_asked: int | str) -> int:
    """Draw nothing: the numbers of whoever only looks ahead.

    :raises Unforeseen: always.
    """
    raise Unforeseen(Phrase("Here chance decides."))
