"""The branches of a plan: what follows a capture if it is taken back, and if it is not (CP3).

A condition comes directly after the order that captures on its field::

    s12-s13xw4; if taken at w4: s20-s21; else: s30-s31xe2; always: s40-s41

``else:`` belongs to the nearest condition that has none yet, ``always:`` closes the nearest one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from typing import TypeAlias, cast

import msgspec

from conquest.core import Phrase, Unreadable
from conquest.islands.orders import Condition, March, Order, PlainOrder, ShotOrder

# A turn has 20 points and so at most 20 captures, each with the next one in its branch. The
# reader is recursive, so there must be a limit.
MOST_NESTED = 20


class PlannedOrder(msgspec.Struct, frozen=True):
    """An order of a plan, and its ``place`` among all submitted orders, counted from 0."""

    place: int
    order: PlainOrder


@dataclass(frozen=True, slots=True)
class Fork:
    """The two branches after a capture on a ``field``: if it is taken back there, and if not."""

    field: str
    taken: Plan
    otherwise: Plan


PlanStep: TypeAlias = PlannedOrder | Fork
Plan: TypeAlias = tuple[PlanStep, ...]


def plan_of(orders: Sequence[Order], first: int = 0, captured: str = "") -> Plan:
    """Return the orders from the ``first`` on as a plan.

    ``captured`` is the field of a capture just before them, "" if there was none.

    :raises Unreadable: naming the order whose condition is out of place.
    """
    # Nearly all plans have no conditions: they need no reader.
    if Condition not in map(type, orders):
        plain = cast("Sequence[PlainOrder]", orders[first:])
        return tuple(map(PlannedOrder, count(first), plain))
    reader = _PlanReader(orders, first, captured)
    steps = reader.read_block(0)
    reader.check_finished()
    return steps


def follow_branch(steps: Plan, *, taken: bool) -> Plan:
    """Return the rest of a plan after an answer.

    If the plan begins with a condition, that is the branch that fits, then what follows both.
    """
    match steps:
        case [Fork() as fork, *rest]:
            return (*(fork.taken if taken else fork.otherwise), *rest)
        case _:
            return steps


def is_conditional(steps: Plan) -> bool:
    """Whether a plan begins with a condition, which says how it goes on after an answer."""
    return bool(steps) and isinstance(steps[0], Fork)


def orders_of(steps: Plan) -> tuple[Order, ...]:
    """Return the orders of a plan, each condition with the first order of its branch."""
    return tuple(_step_orders(steps, is_inside=False))


def _step_orders(steps: Plan, *, is_inside: bool) -> Iterator[Order]:
    """Yield orders; ``is_inside`` is whether more of an outer condition follows them."""
    closed = ""  # the word that must come first to close a fork before it
    for number, step in enumerate(steps):
        if isinstance(step, PlannedOrder):
            yield Condition(closed, "", step.order) if closed else step.order
            closed = ""
        else:
            goes_on = is_inside or number + 1 < len(steps)
            yield from _fork_orders(step, is_inside=goes_on)
            closed = "always" if goes_on else ""
    if closed:
        yield Condition(closed)


def _fork_orders(fork: Fork, *, is_inside: bool) -> Iterator[Order]:
    has_else = bool(fork.otherwise)
    yield from _label_first(
        "if", fork.field, _step_orders(fork.taken, is_inside=is_inside or has_else)
    )
    if has_else:
        yield from _label_first("else", "", _step_orders(fork.otherwise, is_inside=is_inside))


def _label_first(word: str, field: str, orders: Iterator[Order]) -> Iterator[Order]:
    first = next(orders, None)
    assert not isinstance(first, Condition)  # a condition follows what captures
    yield Condition(word, field, first)
    yield from orders


class _PlanReader:
    """A recursive reader of orders with conditions, which reads each order once."""

    def __init__(self, orders: Sequence[Order], at: int, captured: str) -> None:
        self.orders, self.at, self.captured = orders, at, captured

    def read_block(self, depth: int) -> Plan:
        """Read steps up to a word that belongs to an outer condition."""
        steps: list[PlanStep] = []
        while self.at < len(self.orders):
            order = self.orders[self.at]
            if not isinstance(order, Condition):
                steps.append(self._read_order(order))
            elif order.word == "if":
                steps.append(self._read_fork(order, depth))
                steps += self._read_always()
            else:
                break
        return tuple(steps)

    def _read_order(self, order: PlainOrder) -> PlannedOrder:
        planned = PlannedOrder(self.at, order)
        self.captured = order.path[-1] if isinstance(order, March | ShotOrder) else ""
        self.at += 1
        return planned

    def _read_fork(self, order: Condition, depth: int) -> Fork:
        self._check_place(order, depth)
        taken = self._read_branch(depth)
        otherwise = self._read_branch(depth) if self._next_word() == "else" else ()
        self.captured = ""
        return Fork(order.field, taken, otherwise)

    def _check_place(self, order: Condition, depth: int) -> None:
        if order.field != self.captured:
            raise self._refusal(
                Phrase(
                    "“if taken at %(field)s:” must follow the order that captures there.",
                    field=order.field,
                )
            )
        if depth == MOST_NESTED:
            raise self._refusal(
                Phrase("Conditions can stand in one another %(n)s times at most.", n=MOST_NESTED)
            )

    def _read_branch(self, depth: int) -> Plan:
        """Read the order that stands with a word, and the steps after it."""
        first = self._read_condition()
        return (*first, *self.read_block(depth + 1))

    def _read_always(self) -> Plan:
        return self._read_condition() if self._next_word() == "always" else ()

    def _read_condition(self) -> Plan:
        """Read a word, and the order that stands with it, if there is one."""
        condition = self.orders[self.at]
        assert isinstance(condition, Condition)
        self.captured = ""
        if condition.order is None:
            self.at += 1
            return ()
        return (self._read_order(condition.order),)

    def _next_word(self) -> str:
        order = self.orders[self.at] if self.at < len(self.orders) else None
        return order.word if isinstance(order, Condition) else ""

    def check_finished(self) -> None:
        """Check that all orders were read.

        :raises Unreadable: for a word that belongs to no condition.
        """
        if self.at < len(self.orders):
            phrase = Phrase(
                "“%(word)s:” belongs to no condition before it.", word=self._next_word()
            )
            raise self._refusal(phrase)

    def _refusal(self, phrase: Phrase) -> Unreadable:
        return Unreadable(phrase, "CP3", self.at)
