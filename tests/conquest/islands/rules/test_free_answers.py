"""The answers to a capture do not depend on the points that the attacker has left (C26, G7)."""

from __future__ import annotations

import random
from typing import Any

import pytest
from msgspec.structs import replace

from conquest import judge
from conquest.islands.board import named_board
from conquest.islands.orders import write_order
from conquest.islands.rules.recapture import possible_answers

BOARDS = ("four-islands", "great-islands", "three-islands", "two-islands")
ASHORE = {
    "conquest": ("S", "S", "K", "E(S)", "C(S)"),
    "grand-conquest": ("S", "S", "K", "E(S)", "M", "M(S)", "T", "W(S)"),
}
AFLOAT = ("B", "B(S)", "G(E(S))", "B(K)")
PIECES = 80


def random_position(ruleset: str, board: str, dice: random.Random) -> Any:
    """Return a position with pieces strewn over a board, some camels under foreign riders."""
    ground = named_board(board)
    fields = [name for name, kind in ground.kinds.items() if kind in ("land", "castle", "harbour")]
    pieces = {}
    for field in dice.sample(sorted(fields), PIECES):
        letters = AFLOAT if ground.kinds[field] == "harbour" else ASHORE[ruleset]
        seat, letter = dice.choice(ground.order), dice.choice(letters)
        other = dice.choice(ground.order)
        ridden = letter == "M(S)" and other != seat
        pieces[field] = f"{seat} M({other} S)" if ridden else f"{seat} {letter}"
    position = {"turn": dice.choice(ground.order), "number": 9, "pieces": pieces}
    return judge.read_case({"ruleset": ruleset, "board": board, "position": position}).state


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("ruleset", ASHORE)
def test_answers_to_a_capture_do_not_change_with_the_attackers_points(
    ruleset: str, board: str
) -> None:
    answers = 0
    for number in range(4):
        state = random_position(ruleset, board, random.Random(number))
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
