"""The answers to a capture do not depend on the points that the attacker has left (C26, G7)."""

from __future__ import annotations

import random

import pytest
from msgspec.structs import replace

from conquest import judge
from conquest.islands.orders import write_order
from conquest.islands.rules.recapture import possible_answers
from tests.conquest.islands.random_cases import ASHORE, BOARDS, random_case


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("ruleset", ASHORE)
def test_answers_to_a_capture_do_not_change_with_the_attackers_points(
    ruleset: str, board: str
) -> None:
    answers = 0
    for number in range(4):
        state = judge.read_case(random_case(ruleset, board, random.Random(number))).state
        spent = replace(state, used=19)
        for at, stack in state.pieces.items():
            for seat in state.seats:
                if stack.seat != state.turn or seat == state.turn:
                    continue
                texts = [write_order(way.order) for way in possible_answers(state, seat, at)]
                assert texts == [
                    write_order(way.order) for way in possible_answers(spent, seat, at)
                ]
                answers += len(texts)
    assert answers > 30
