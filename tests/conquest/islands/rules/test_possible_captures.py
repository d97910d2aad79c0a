"""The captures of a seat are found without its quiet orders, and are the same ones (A44)."""

from __future__ import annotations

import random

import pytest

from conquest import judge
from conquest.islands.composing.choices import legal_choices, possible_captures
from conquest.islands.rules.evolution import suppose_turn
from tests.conquest.islands.random_cases import ASHORE, BOARDS, random_case
from tests.scheduling import choose_one

COUNTS = (80, 30, 10)
"""How many pieces there are: on a crowded board most have prey in range, on an empty one few."""


@pytest.mark.parametrize("positions", choose_one([3, 30], 3))
@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("ruleset", ASHORE)
def test_possible_captures_are_those_of_all_legal_choices(
    ruleset: str, board: str, positions: int
) -> None:
    captures = 0
    for number in range(positions):
        count, dice = COUNTS[number % len(COUNTS)], random.Random(number)
        state = judge.read_case(random_case(ruleset, board, dice, count)).state
        for seat in state.seats:
            found = possible_captures(state, seat)
            choices = legal_choices(suppose_turn(state, seat), seat)
            assert found == tuple(choice for choice in choices if choice.captures)
            captures += len(found)
    assert captures > 100
