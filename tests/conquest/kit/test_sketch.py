"""Sketches of a plan, on small boards of Conquest."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from conquest import registry
from conquest.core import Sketch
from conquest.kit.sketch import Sketcher

RULES = registry.get_ruleset("conquest")

# s1 - s2 - s3 - w1 - w2, with a way aside at s3 and the towers at the ends
BOARD: dict[str, Any] = {
    "fields": {name: "land" for name in ("s1", "s2", "s3", "s4", "w1", "w2", "w3")}
    | {"st1": "castle south", "wt1": "castle west"},
    "roads": ["st1-s1", "s1-s2", "s2-s3", "s3-w1", "w1-w2", "w2-w3", "w3-wt1", "s3-s4"],
}


def position(pieces: dict[str, str], number: int = 9, **more: object) -> Any:
    placed = {"turn": "south", "number": number, "used": 0, "pieces": pieces, **more}
    return RULES.judgement.open_case({"board": BOARD, "options": {}, "position": placed})


def sketch_text(pieces: dict[str, str], text: str, **more: Any) -> Sketch[Any]:
    return RULES.composing.sketch(position(pieces, **more), "south", text)


QUIET = {"s1": "south K", "s4": "south S", "w3": "west K", "wt1": "west S"}
ANSWERED = {"s1": "south K", "s4": "south S", "w1": "west S", "w3": "west K", "wt1": "west S"}


def test_sketch_has_every_step_with_its_cost() -> None:
    plan = sketch_text(QUIET, "s1-s2; s2-s1")
    assert [(step.text, step.cost) for step in plan.steps] == [("s1-s2", 1), ("s2-s1", 1)]
    assert [str(step.phrase) for step in plan.steps] == [
        "Knight from s1 to s2",
        "Knight from s2 to s1",
    ]
    assert (plan.used, plan.left) == (2, 18)


def test_sketch_joins_the_steps_of_a_piece_that_goes_on() -> None:
    plan = sketch_text(QUIET, "s1-s2; s2-s3-w1")
    (step,) = plan.steps
    assert (step.text, step.cost) == ("s1-s2; s2-s3-w1", 3)
    assert str(step.phrase) == "Knight from s1 to w1"
    assert [mark.fields for mark in step.marks] == [("s1", "s2", "s3", "w1")]
    assert (plan.used, plan.left) == (3, 17)
    assert not plan.pauses
    assert plan.refused is None


def test_sketch_does_not_change_the_position() -> None:
    state = position(QUIET)
    before = RULES.judgement.freeze(state)
    RULES.composing.sketch(state, "south", "s1-s2; end")
    assert RULES.judgement.freeze(state) == before


def test_sketch_of_an_empty_text_has_no_steps() -> None:
    plan = sketch_text(QUIET, "  \n ")
    assert (plan.steps, plan.used, plan.left, plan.refused) == ((), 0, 20, None)


def test_sketch_stops_at_a_refused_order_and_names_it() -> None:
    plan = sketch_text(QUIET, "s1-s2; s4-s2; s2-s3")
    assert plan.step_texts == ("s1-s2",)
    assert plan.is_blocked
    assert plan.refused is not None
    assert plan.refused.order == 1
    assert plan.refused.kind == "illegal"


def test_sketch_of_an_unreadable_text_has_its_refusal() -> None:
    plan = sketch_text(QUIET, "abracadabra")
    assert plan.refused is not None
    assert (plan.steps, plan.refused.kind) == ((), "unreadable")


def test_sketch_counts_the_points_left_before_the_turn_ends() -> None:
    plan = sketch_text(QUIET, "s1-s2; end")
    assert (plan.used, plan.left) == (1, 19)
    assert RULES.judgement.turn_number(plan.state) == 10
    assert RULES.judgement.turn_number(plan.close) == 9


def test_sketch_accepts_the_end_word_after_the_last_point() -> None:
    """A28: a turn without points ends by itself, and the word for it is no step."""
    plan = sketch_text(QUIET, "s1-s2; s2-s1; end", used=18)
    assert plan.refused is None
    assert (plan.step_texts, plan.left) == (("s1-s2", "s2-s1"), 0)


def test_sketch_pauses_for_an_answer_and_goes_on_with_silence() -> None:
    """C26, CP1: the victim may recapture; the sketch passes for them."""
    plan = sketch_text(ANSWERED, "s1-s2-s3xw1; w1-s3; end")
    (pause,) = plan.pauses
    assert (pause.after, pause.seat, pause.kind) == (1, "west", "recapture")
    assert [choice.text for choice in pause.answers] == ["w3-w2xw1"]
    assert plan.step_texts == ("s1-s2-s3xw1", "w1-s3", "end")
    assert plan.refused is None
    assert RULES.judgement.turn_number(plan.state) == 10


def test_sketch_with_an_order_that_fails_after_a_pause_is_not_blocked() -> None:
    """CP3: orders after a window are a plan that is dropped, not a submission that is refused."""
    plan = sketch_text(ANSWERED, "s1-s2-s3xw1; s4-s1")
    assert plan.refused is not None
    assert plan.refused.order == 1
    assert not plan.is_blocked


def test_sketch_does_not_pause_where_no_answer_is_possible() -> None:
    """C22: soldiers near the place cannot capture an elephant."""
    plan = sketch_text(ANSWERED | {"s1": "south E", "w3": "west S"}, "s1-s2-s3xw1; end")
    assert not plan.pauses


def test_sketch_joins_anyway_with_the_next_order() -> None:
    """A25: "anyway" needs an order after it."""
    plan = sketch_text(QUIET, "anyway; s1-s2")
    assert plan.refused is None
    assert [step.cost for step in plan.steps] == [1]


@pytest.mark.parametrize("text", ["s1-s2; end; s2-s3", "s1-s2-s3xw1!; w1-s3"])
def test_sketch_refuses_orders_after_the_end_of_the_turn(text: str) -> None:
    plan = sketch_text(ANSWERED, text)
    assert plan.refused is not None


@pytest.mark.parametrize("last", ["end", "s4-s3"])
def test_sketch_decides_idle_orders_only_once(last: str) -> None:
    """Whatever their number: a text of kilobytes must not take seconds."""
    asked = list[int]()

    def decide(state: Any, seat: str, orders: tuple[Any, ...], *numbers: Any) -> Any:
        asked.append(len(orders))
        return RULES.judgement.decide(state, seat, orders, *numbers)

    by = Sketcher(
        judgement=replace(RULES.judgement, decide=decide),
        notation=RULES.notation,
        knowledge=RULES.knowledge,
        telling=RULES.telling,
        legal_choices=RULES.composing.legal_choices,
    )
    sketch = by.sketch(position(QUIET), "south", f"s1-s2;{'end;' * 1000}{last}")
    assert len(sketch.steps) == 2
    assert (sketch.refused is None) is (last == "end")
    assert len(asked) < 8
