"""A position as bits is the position: house players reckon with what the rules would do."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from conquest.islands.composing.choices import reach
from conquest.islands.house.chart import Chart, places
from conquest.islands.house.muster import Move, moved, muster, reaches
from conquest.islands.model import POINTS, Recaptured, State, Walk
from conquest.rulesets.conquest import RULES
from tests.conquest.moments import game

EVERYWHERE = -1
EVERY = 4


def turns() -> Iterator[Any]:
    """Yield states of a random game in which somebody is on turn."""
    for submitted in game("conquest").submitted[::EVERY]:
        if submitted.state.window is None:
            yield submitted.state


def named(ground: Chart, bits: int) -> set[str]:
    return {ground.fields[at] for at in places(bits)}


@pytest.mark.parametrize("letter", "SEKCBG")
def test_it_finds_the_fields_that_the_rules_find(letter: str) -> None:
    """C7 to C16, but for ways over an own mount or vessel."""
    looked = 0
    for state in turns():
        given = muster(state)
        for one in reaches(given, state.turn, EVERYWHERE):
            if one.unit.letter == letter and one.figure == 0:
                found = reach(state, given.chart.fields[one.start], 0, POINTS)
                free = {end for end in found if end not in state.pieces}
                struck = {end for end, target in found.items() if target.captures}
                assert named(given.chart, one.free[one.steps]) <= free
                assert struck <= named(given.chart, one.met[one.steps])
                looked += 1
    assert looked > 2


def test_it_moves_figures_as_events_do() -> None:
    state: State | None = None
    walked = 0
    for event in game("conquest").events:
        before, state = state, RULES.judgement.evolve(state, event)
        if isinstance(event, Walk) and before is not None:
            assert _moved(before, event) == muster(state)
            walked += 1
    assert walked > 50


def _moved(before: Any, event: Walk) -> Any:
    given = muster(before)
    start, end = given.chart.place[event.path[0]], given.chart.place[event.path[-1]]
    cost = 0 if isinstance(event, Recaptured) else len(event.path) - 1
    return moved(given, Move(start, event.figure, end, cost))
