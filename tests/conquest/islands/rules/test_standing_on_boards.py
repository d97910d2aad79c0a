"""Standing orders and plans answer and go on, on every board of the islands."""

from __future__ import annotations

import random

import pytest

from conquest import judge
from conquest.islands.board import named_board
from tests.conquest.islands.random_cases import ASHORE, BOARDS, random_case

LINES = ["recapture with S,K if lost S,K", "recapture with cheapest if safe", "pass"]
CAPTURES = 25


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("ruleset", ASHORE)
def test_standing_orders_answer_every_capture_and_the_plan_goes_on(
    ruleset: str, board: str
) -> None:
    """A24, A26, CP3: the last line answers what the others leave; no window stays open."""
    dice, answers = random.Random(5), list[str]()
    for _ in range(2):
        case = random_case(ruleset, board, dice)
        seat = case["position"]["turn"]
        standing = dict.fromkeys(named_board(board).order, LINES)
        captures = [text for text in judge.legal_orders(case) if "x" in text]
        for text in dice.sample(captures, min(CAPTURES, len(captures))):
            said = judge.adjudicate(
                {**case, "orders": [[seat, f"{text}; end"]], "standing": standing}
            )
            kinds = [event["kind"] for event in said["events"]]
            assert (said["accepted"], said["refused"]) == (1, None)
            assert "recapture" not in said["to_act"].values()
            answered = {"recaptured", "shot"} & {*kinds}
            answers += answered
            if not said["outcome"]:
                assert "window_opened" not in kinds or "window_closed" in kinds
                assert answered or "turn_ended" in kinds
    assert answers
