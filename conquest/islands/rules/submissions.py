"""The orders of Conquest: the family's grammar on this game's board."""

from __future__ import annotations

from collections.abc import Iterable

from conquest.core import Seat
from conquest.islands import orders
from conquest.islands.model import State
from conquest.islands.orders import Order, Word

END, PASS = Word("end"), Word("pass")


def read(state: State, seat: Seat, text: str) -> tuple[Order, ...]:
    """Read a submission.

    :raises Unreadable: naming the first order that is none.
    """
    return orders.read(text, state.board.spelt)


def write(given: tuple[Order, ...]) -> str:
    """Write a submission canonically."""
    return orders.write(given)


def join(words: Iterable[str]) -> str:
    """Return orders behind one another."""
    return orders.BETWEEN.join(filter(None, words))


def split(text: str) -> tuple[str, ...]:
    """Take a submission apart into its orders."""
    return tuple(" ".join(words.split()) for words in orders.split(text))


def read_plan(state: State, plan: tuple[str, ...]) -> tuple[Order, ...]:
    """Read the orders still to come, which were read before (A22)."""
    return tuple(orders.read_order(text, state.board.spelt) for text in plan)
