"""An example of what a seat could write now, for those who play by letter."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

from conquest.core import Choice, Refused, Sketch
from games.planner.plan_reader import sketch_plan
from games.play.knowledge import KnownGame

MOST_TRIED = 6
AND_SO_ON = " …"


def find_example(known: KnownGame) -> str:
    """Return orders that the viewer of a game could hand in as they stand, or how such orders
    begin; "" if they can order nothing.

    :raises AssertionError: for the public, which hands nothing in.
    """
    first = ""
    for text in _further_texts(known, ""):
        if _can_be_handed_in(known, text):
            return text
        first = first or text
    if not first:
        return ""
    # In some games a turn consists of two orders.
    second = _further_texts(known, first)
    return next((text for text in second if _can_be_handed_in(known, text)), first + AND_SO_ON)


def list_further_choices(known: KnownGame, sketch: Sketch[Any]) -> Iterator[Choice]:
    """Yield what can follow a sketch: what is done with own pieces first, then the shortest."""
    figures = known.rules.telling.figures_by_field(sketch.close)

    def rank(choice: Choice) -> tuple[bool, int, str]:
        figure = figures.get(choice.origin)
        # Some games let a seat move pieces of others, such as a camel that is led.
        is_foreign = figure is not None and figure.seat != known.viewer
        return is_foreign, len(choice.text), choice.text

    yield from sorted(sketch.choices, key=rank)


def add_choice(known: KnownGame, sketch: Sketch[Any], choice: Choice) -> str:
    """Return what a sketch carries out, with one more choice, as it is written in full."""
    notation = known.rules.notation
    words = notation.split_words(notation.join_words(sketch.step_texts))
    return _write_in_full(
        known, notation.join_words((*words[: len(words) - choice.replaces], choice.text))
    )


def _write_in_full(known: KnownGame, text: str) -> str:
    """Return orders as the rules write them, or as they are if they are not whole yet."""
    assert known.viewer is not None
    notation = known.rules.notation
    try:
        return notation.write_orders(notation.read_orders(known.state, known.viewer, text))
    except Refused:
        return text


def _further_texts(known: KnownGame, text: str) -> Iterator[str]:
    """Yield a text with one more simple order, the most likely first."""
    assert known.viewer is not None
    sketch = sketch_plan(known.rules, known.state, known.viewer, text)
    simple = filter(_is_simple, list_further_choices(known, sketch))
    yield from (add_choice(known, sketch, choice) for choice in islice(simple, MOST_TRIED))


def _is_simple(choice: Choice) -> bool:
    return bool(choice.target) and choice.target != choice.origin and not choice.captures


def _can_be_handed_in(known: KnownGame, text: str) -> bool:
    assert known.viewer is not None
    sketch = sketch_plan(known.rules, known.state, known.viewer, text)
    return bool(sketch.steps) and not sketch.is_blocked
