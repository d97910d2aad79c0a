"""The orders of Conquest: the family's grammar on this game's board."""

from __future__ import annotations

from collections.abc import Iterable

from conquest.core import Seat
from conquest.islands import orders
from conquest.islands.branches import Steps, orders_of, plan_of
from conquest.islands.model import State
from conquest.islands.orders import Order, Word

END, PASS = Word("end"), Word("pass")


def read(state: State, seat: Seat, text: str) -> tuple[Order, ...]:
    """Read a submission.

    :raises Unreadable: naming the first order that is none, or whose condition is out of place.
    """
    found = orders.read(text, state.board.spelt)
    plan_of(found)
    return found


def write(given: tuple[Order, ...]) -> str:
    """Write a submission canonically."""
    return orders.write(given)


def join(words: Iterable[str]) -> str:
    """Return orders behind one another."""
    return orders.BETWEEN.join(filter(None, words))


def split(text: str) -> tuple[str, ...]:
    """Take a submission apart into its orders."""
    return tuple(" ".join(words.split()) for words in orders.split(text))


def read_plan(state: State, plan: tuple[str, ...], captured: str) -> Steps:
    """Read the orders still to come behind a capture on a field, which were read before (A22).

    :raises Unreadable: if they are none.
    """
    found = tuple(orders.read_order(text, state.board.spelt) for text in plan)
    return plan_of(found, captured=captured)


def write_plan(steps: Steps) -> tuple[str, ...]:
    """Write the orders still to come, each as a text of its own."""
    return tuple(map(orders.write_order, orders_of(steps)))
