"""A position as bits: bots reach and move what the rules reach and move."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from conquest.islands.bot.bit_board import BitBoard, places_in
from conquest.islands.bot.bit_position import BotMove, after_move, bit_position, figure_reaches
from conquest.islands.events import Recaptured, Walk
from conquest.islands.model import POINTS, State
from conquest.islands.rules.reach import reachable_fields
from conquest.rulesets.conquest import RULES
from tests.conquest.moments import game

EVERYWHERE = -1
EVERY = 4


def turns() -> Iterator[Any]:
    """Yield states of a random game in which somebody is on turn."""
    for submitted in game("conquest").submitted[::EVERY]:
        if submitted.state.window is None:
            yield submitted.state


def field_names(ground: BitBoard, bits: int) -> set[str]:
    return {ground.fields[at] for at in places_in(bits)}


@pytest.mark.parametrize("letter", "SEKCBG")
def test_bits_reach_the_fields_that_the_rules_find(letter: str) -> None:
    """C7 to C16, but for ways over an own mount or vessel."""
    looked = 0
    for state in turns():
        given = bit_position(state)
        for one in figure_reaches(given, state.turn, EVERYWHERE):
            if one.unit.letter == letter and one.figure == 0:
                found = reachable_fields(state, given.chart.fields[one.start], 0, POINTS)
                free = {end for end in found if end not in state.pieces}
                struck = {end for end, target in found.items() if target.captures}
                assert field_names(given.chart, one.free[one.steps]) <= free
                assert struck <= field_names(given.chart, one.met[one.steps])
                looked += 1
    assert looked > 2


def test_bits_move_figures_as_events_do() -> None:
    state: State | None = None
    walked = 0
    for event in game("conquest").events:
        before, state = state, RULES.judgement.evolve(state, event)
        if isinstance(event, Walk) and before is not None:
            assert _moved_to_bits(before, event) == bit_position(state)
            walked += 1
    assert walked > 50


def _moved_to_bits(before: Any, event: Walk) -> Any:
    given = bit_position(before)
    start, end = given.chart.place[event.path[0]], given.chart.place[event.path[-1]]
    cost = 0 if isinstance(event, Recaptured) else len(event.path) - 1
    return after_move(given, BotMove(start, event.figure, end, cost))
