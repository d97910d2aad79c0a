"""Submissions and plans as text: the family's grammar with the field names of a game's board."""

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

    :raises Unreadable: naming the first order that cannot be read, or whose condition is out of
        place.
    """
    read = orders.read_orders(text, state.board.spelling.get)
    plan_of(read)  # only for its check of the conditions
    return read


def write_orders(submission: tuple[Order, ...]) -> str:
    """Write a submission canonically."""
    return orders.write_orders(submission)


def join_words(words: Iterable[str]) -> str:
    """Return the texts of orders as one submission; empty ones are left out."""
    return orders.BETWEEN.join(filter(None, words))


def split_words(text: str) -> tuple[str, ...]:
    """Return the texts of the orders of a submission, with single blanks."""
    return tuple(" ".join(words.split()) for words in orders.split_orders(text))


def read_plan(state: State, plan: tuple[str, ...], captured: str) -> Plan:
    """Read the orders still to come after a capture on the field ``captured`` (A22).

    :raises Unreadable: if one cannot be read, as in a case that was written by hand.
    """
    read = tuple(orders.read_order(text, state.board.spell_field) for text in plan)
    return plan_of(read, captured=captured)


def write_plan(steps: Plan) -> tuple[str, ...]:
    """Return the texts of the orders still to come."""
    return tuple(map(orders.write_order, orders_of(steps)))
