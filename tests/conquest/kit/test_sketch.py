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


def played(pieces: dict[str, str], text: str, **more: Any) -> Sketch[Any]:
    return RULES.composing.sketch(position(pieces, **more), "south", text)


QUIET = {"s1": "south K", "s4": "south S", "w3": "west K", "wt1": "west S"}
ANSWERED = {"s1": "south K", "s4": "south S", "w1": "west S", "w3": "west K", "wt1": "west S"}


def test_it_tells_every_step_with_its_cost() -> None:
    plan = played(QUIET, "s1-s2; s2-s1")
    assert [(step.text, step.cost) for step in plan.steps] == [("s1-s2", 1), ("s2-s1", 1)]
    assert [str(step.phrase) for step in plan.steps] == [
        "Knight from s1 to s2",
        "Knight from s2 to s1",
    ]
    assert (plan.used, plan.left) == (2, 18)


def test_it_makes_one_step_of_a_piece_that_only_goes_on() -> None:
    plan = played(QUIET, "s1-s2; s2-s3-w1")
    (step,) = plan.steps
    assert (step.text, step.cost) == ("s1-s2; s2-s3-w1", 3)
    assert str(step.phrase) == "Knight from s1 to w1"
    assert [mark.fields for mark in step.marks] == [("s1", "s2", "s3", "w1")]
    assert (plan.used, plan.left) == (3, 17)
    assert not plan.pauses
    assert plan.refused is None


def test_it_leaves_the_position_as_it_was() -> None:
    state = position(QUIET)
    before = RULES.judgement.freeze(state)
    RULES.composing.sketch(state, "south", "s1-s2; end")
    assert RULES.judgement.freeze(state) == before


def test_it_plays_nothing_for_an_empty_text() -> None:
    plan = played(QUIET, "  \n ")
    assert (plan.steps, plan.used, plan.left, plan.refused) == ((), 0, 20, None)


def test_it_stops_at_a_refused_order_and_names_it() -> None:
    plan = played(QUIET, "s1-s2; s4-s2; s2-s3")
    assert plan.step_texts == ("s1-s2",)
    assert plan.is_blocked
    assert plan.refused is not None
    assert plan.refused.order == 1
    assert plan.refused.kind == "illegal"


def test_it_tells_that_a_text_cannot_be_read() -> None:
    plan = played(QUIET, "abracadabra")
    assert plan.refused is not None
    assert (plan.steps, plan.refused.kind) == ((), "unreadable")


def test_it_counts_the_points_that_are_left_before_the_turn_ends() -> None:
    plan = played(QUIET, "s1-s2; end")
    assert (plan.used, plan.left) == (1, 19)
    assert RULES.judgement.turn_number(plan.state) == 10
    assert RULES.judgement.turn_number(plan.close) == 9


def test_it_goes_on_after_the_last_point_is_spent() -> None:
    """A28: a turn without points ends by itself, and the word for it is no step."""
    plan = played(QUIET, "s1-s2; s2-s1; end", used=18)
    assert plan.refused is None
    assert (plan.step_texts, plan.left) == (("s1-s2", "s2-s1"), 0)


def test_it_pauses_where_another_seat_may_answer_and_goes_on_as_if_it_were_silent() -> None:
    """C26, CP1: the victim may recapture; the rehearsal passes for him."""
    plan = played(ANSWERED, "s1-s2-s3xw1; w1-s3; end")
    (pause,) = plan.pauses
    assert (pause.after, pause.seat, pause.kind) == (1, "west", "recapture")
    assert [choice.text for choice in pause.answers] == ["w3-w2xw1"]
    assert plan.step_texts == ("s1-s2-s3xw1", "w1-s3", "end")
    assert plan.refused is None
    assert RULES.judgement.turn_number(plan.state) == 10


def test_it_only_warns_of_an_order_that_fails_after_a_pause() -> None:
    """CP3: what follows a window is a plan that is dropped, not a submission that is refused."""
    plan = played(ANSWERED, "s1-s2-s3xw1; s4-s1")
    assert plan.refused is not None
    assert plan.refused.order == 1
    assert not plan.is_blocked


def test_it_does_not_pause_where_no_answer_is_possible() -> None:
    """C22: soldiers near the place cannot capture an elephant."""
    plan = played(ANSWERED | {"s1": "south E", "w3": "west S"}, "s1-s2-s3xw1; end")
    assert not plan.pauses


def test_it_takes_an_order_that_stands_for_nothing_alone_with_the_next() -> None:
    """A25: "anyway" needs an order behind it."""
    plan = played(QUIET, "anyway; s1-s2")
    assert plan.refused is None
    assert [step.cost for step in plan.steps] == [1]


@pytest.mark.parametrize("text", ["s1-s2; end; s2-s3", "s1-s2-s3xw1!; w1-s3"])
def test_it_refuses_orders_after_the_end_of_the_turn(text: str) -> None:
    plan = played(ANSWERED, text)
    assert plan.refused is not None


@pytest.mark.parametrize("last", ["end", "s4-s3"])
def test_it_looks_at_orders_of_which_nothing_comes_only_once(last: str) -> None:
    """However many they are: a text of kilobytes must not take seconds."""
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
