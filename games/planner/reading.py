"""A plan as it was meant: what its orders leave out of their ways is written out.

An order for which several ways are as short is left as it is, with these ways to choose from.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from conquest.core import Choice, Seat, Sketch
from conquest.registry import AnyRules

MAX_WRITTEN_OUT = 40


@dataclass(frozen=True, slots=True)
class Reading:
    """A plan in full: its ``text``, what it does, and the ``ways`` of its first order that can
    be gone in more than one."""

    text: str
    sketch: Sketch[Any]
    ways: tuple[Choice, ...] = ()


def read(rules: AnyRules, state: Any, seat: Seat, text: str) -> Reading:
    """Return a plan of a seat as it was meant, played as the seat knows the game.

    A text in which nothing is left out stays as it was written.
    """
    sketch = sketched(rules, state, seat, text)
    for _ in range(MAX_WRITTEN_OUT):
        ways = _ways(rules, seat, sketch)
        if len(ways) != 1:
            return Reading(text, sketch, ways)
        text = rules.notation.join((*before(rules, text, sketch), ways[0].text, *sketch.rest[1:]))
        sketch = sketched(rules, state, seat, text)
    return Reading(text, sketch)


def sketched(rules: AnyRules, state: Any, seat: Seat, text: str) -> Sketch[Any]:
    """Return a plan played by a seat as it knows the game, as if it were its turn."""
    if seat not in rules.judgement.to_act(state):
        state = rules.judgement.suppose(state, seat)
    return rules.composing.sketch(state, seat, text)


def before(rules: AnyRules, text: str, sketch: Sketch[Any]) -> Sequence[str]:
    """Return the orders of a text that stand before what cannot be carried out of it."""
    words = rules.notation.split(text)
    return words[: len(words) - len(sketch.rest)]


def _ways(rules: AnyRules, seat: Seat, sketch: Sketch[Any]) -> tuple[Choice, ...]:
    """Return the ways of the order at which a plan stops, as they are once it has come so far."""
    return rules.composing.routes(sketch.state, seat, sketch.rest[0]) if sketch.rest else ()
