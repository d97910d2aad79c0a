"""A plan as its author meant it: orders that leave out parts of their route are completed.

An order with several equally short routes is left as it is, with these routes to choose from.
Commas between orders count as separators, in games that read no comma within an order.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from conquest.core import Choice, Seat, Sketch, Unreadable
from conquest.registry import AnyRules

# Each change completes one order; a hostile text must not keep the reader busy for ever.
MAX_CHANGES = 40
COMMA = ","


@dataclass(frozen=True, slots=True)
class Reading:
    """A plan in full: its ``text``, what it does, and the ``ways`` of its first order with several
    routes."""

    text: str
    sketch: Sketch[Any]
    ways: tuple[Choice, ...] = ()


def read_plan(rules: AnyRules, state: Any, seat: Seat, text: str) -> Reading:
    """Return a seat's plan as it was meant, played as the seat knows the game.

    A text in which nothing is left out stays as it was written.
    """
    reading = _read_text(rules, state, seat, text)
    for _ in range(MAX_CHANGES):
        orders = _intended_orders(reading)
        if not orders:
            break
        further = _read_text(rules, state, seat, _replace_order(rules, reading, orders))
        if not reading.ways and isinstance(further.sketch.refused, Unreadable):
            break  # the comma did not separate orders
        reading = further
    return reading


def sketch_plan(rules: AnyRules, state: Any, seat: Seat, text: str) -> Sketch[Any]:
    """Return a seat's plan played as the seat knows the game, as if it were its turn."""
    return rules.composing.sketch(state_on_turn(rules, state, seat), seat, text)


def state_on_turn(rules: AnyRules, state: Any, seat: Seat) -> Any:
    """Return a position as it is if the seat is on turn, else as if its turn had begun."""
    is_on_turn = seat in rules.judgement.to_act(state)
    return state if is_on_turn else rules.judgement.suppose_turn(state, seat)


def _read_text(rules: AnyRules, state: Any, seat: Seat, text: str) -> Reading:
    """Return a text as it stands, with the routes of the order at which it stops."""
    sketch = sketch_plan(rules, state, seat, text)
    routes = rules.composing.routes
    ways = routes(sketch.state, seat, sketch.rest[0]) if sketch.rest else ()
    return Reading(sketch.merged_text or text, sketch, ways)


def _intended_orders(reading: Reading) -> Sequence[str]:
    """Return what the order at which a plan stops means, empty if that is not certain."""
    if len(reading.ways) == 1:
        return [reading.ways[0].text]
    words = reading.sketch.rest[0] if reading.sketch.rest else ""
    is_unread = isinstance(reading.sketch.refused, Unreadable) and COMMA in words
    return words.split(COMMA) if is_unread else ()


def _replace_order(rules: AnyRules, reading: Reading, orders: Sequence[str]) -> str:
    """Return the text with other orders in place of the one at which it stops."""
    words, rest = rules.notation.split_words(reading.text), reading.sketch.rest
    return rules.notation.join_words((*words[: len(words) - len(rest)], *orders, *rest[1:]))
