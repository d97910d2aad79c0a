"""An example of what a seat could write now, for those who play by letter."""

from __future__ import annotations

from collections.abc import Iterator

from conquest.core import Choice
from games.planner.plan_reader import sketch_plan
from games.play.knowledge import KnownGame

MOST_TRIED = 6
AND_SO_ON = " …"


def find_example(known: KnownGame) -> str:
    """Return orders that the viewer of a game could hand in as they stand, or how such orders
    begin; "" if they can order nothing.

    :raises AssertionError: for the public, which hands nothing in.
    """
    first = list(_further_texts(known, ""))
    whole = next((text for text in first if _can_be_handed_in(known, text)), "")
    if whole or not first:
        return whole
    # In some games a turn consists of two orders.
    second = _further_texts(known, first[0])
    return next((text for text in second if _can_be_handed_in(known, text)), first[0] + AND_SO_ON)


def _further_texts(known: KnownGame, text: str) -> Iterator[str]:
    """Yield a text with one more simple order, the shortest first."""
    assert known.viewer is not None
    notation = known.rules.notation
    words = notation.split_words(text)
    choices = sketch_plan(known.rules, known.state, known.viewer, text).choices
    for choice in sorted(filter(_is_simple, choices), key=lambda one: len(one.text))[:MOST_TRIED]:
        yield notation.join_words((*words[: len(words) - choice.replaces], choice.text))


def _is_simple(choice: Choice) -> bool:
    return bool(choice.target) and choice.target != choice.origin and not choice.captures


def _can_be_handed_in(known: KnownGame, text: str) -> bool:
    assert known.viewer is not None
    sketch = sketch_plan(known.rules, known.state, known.viewer, text)
    return bool(sketch.steps) and not sketch.is_blocked
