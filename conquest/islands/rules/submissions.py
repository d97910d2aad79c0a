"""The orders of Conquest: the family's grammar on this game's board."""

from __future__ import annotations

from collections.abc import Iterable

from conquest.core import Seat
from conquest.islands import orders
from conquest.islands.branches import Plan, orders_of, plan_of
from conquest.islands.model import State
from conquest.islands.orders import OneWordOrder, Order

END, PASS = OneWordOrder("end"), OneWordOrder("pass")


def read_orders(state: State, seat: Seat, text: str) -> tuple[Order, ...]:
    """Read a submission.

    :raises Unreadable: naming the first order that is none, or whose condition is out of place.
    """
    found = orders.read_orders(text, state.board.spell_field)
    plan_of(found)
    return found


def write_orders(given: tuple[Order, ...]) -> str:
    """Write a submission canonically."""
    return orders.write_orders(given)


def join_words(words: Iterable[str]) -> str:
    """Return orders behind one another."""
    return orders.BETWEEN.join(filter(None, words))


def split_words(text: str) -> tuple[str, ...]:
    """Take a submission apart into its orders."""
    return tuple(" ".join(words.split()) for words in orders.split_orders(text))


def read_plan(state: State, plan: tuple[str, ...], captured: str) -> Plan:
    """Read the orders still to come behind a capture on a field, which were read before (A22).

    :raises Unreadable: if they are none.
    """
    found = tuple(orders.read_order(text, state.board.spell_field) for text in plan)
    return plan_of(found, captured=captured)


def write_plan(steps: Plan) -> tuple[str, ...]:
    """Write the orders still to come, each as a text of its own."""
    return tuple(map(orders.write_order, orders_of(steps)))
