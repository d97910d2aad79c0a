"""Plans that go on after an answer under conditions (CP3)."""

from __future__ import annotations

import pytest

from tests.conquest.islands.table import Verdict, play

BOARD = "s1-s2-w3, s5-s6-s7-s9, s2-s8"
PIECES = dict(s1="south S", s2="west S", w3="west K", s5="south K")
PLAN = "s1xs2; if taken at s2: s5-s6; else: s5-s6-s7; always: end"


def play_plan(orders: str, *answers: str) -> Verdict:
    """Let South capture on s2 and plan further orders; let West answer."""
    return play(BOARD, PIECES, f"south: {orders}", *answers)


def test_a_plan_takes_the_if_branch_after_a_recapture() -> None:
    v = play_plan(PLAN, "west: w3xs2")
    assert (v.accepted, v.to_act) == (2, {"west": "turn"})
    assert v.pieces == dict(s2="west K", s6="south K")


def test_a_plan_takes_the_else_branch_after_a_pass() -> None:
    v = play_plan(PLAN, "west: pass")
    assert (v.accepted, v.to_act) == (2, {"west": "turn"})
    assert v.pieces == dict(s2="south S", s7="south K", w3="west K")


def test_a_plan_takes_the_else_branch_where_nobody_can_answer() -> None:
    v = play("s1-s2, s5-s6-s7", dict(s1="south S", s2="west S", s5="south K"), f"south: {PLAN}")
    assert (v.to_act, v.pieces) == ({"west": "turn"}, dict(s2="south S", s7="south K"))


def test_a_plan_with_conditions_can_be_fed_back() -> None:
    """A22."""
    v = play_plan(PLAN)
    assert v.position["plan"] == ["if taken at s2: s5-s6", "else: s5-s6-s7", "always: end"]
    assert v.then("west: w3xs2").pieces["s6"] == "south K"


@pytest.mark.parametrize(
    "plan",
    [
        "S1 x S2\nIF TAKEN AT S2:\ns5-s6\nELSE:\ns5-s6-s7\nALWAYS:\nend",
        "s1-s2; iftakenats2:s5-s6; else: ; s5-s6-s7; always:end",
    ],
)
def test_conditions_are_read_leniently(plan: str) -> None:
    """A14, A15: a condition on a line of its own stands for what follows."""
    assert play_plan(plan, "west: pass").said == play_plan(PLAN, "west: pass").said
    assert play_plan(plan, "west: w3xs2").said == play_plan(PLAN, "west: w3xs2").said


def test_the_owner_is_to_act_where_a_branch_ends() -> None:
    """CP3: the turn stays open."""
    v = play_plan("s1xs2; if taken at s2: s5-s6", "west: w3xs2")
    assert (v.to_act, v.points, v.pieces["s6"]) == ({"south": "turn"}, 18, "south K")
    v = play_plan("s1xs2; if taken at s2: s5-s6", "west: pass")
    assert (v.to_act, v.points, v.pieces["s5"]) == ({"south": "turn"}, 19, "south K")


def test_a_branch_stops_at_an_order_that_became_illegal() -> None:
    """CP3: what is left is told to its owner as it would go on."""
    plan = "s1xs2; if taken at s2: s5-s6; s2-s8; s6-s7; else: end; always: s7-s9; end"
    v = play_plan(plan, "west: w3xs2")
    assert (v.accepted, v.to_act, v.pieces["s6"]) == (2, {"south": "turn"}, "south K")
    (closed,) = (one for one in v.said["events"] if one["kind"] == "window_closed")
    assert closed["dropped"] == ["s2-s8", "s6-s7", "s7-s9", "end"]


def test_a_plan_that_says_nothing_of_the_answer_is_dropped() -> None:
    """CP3, A24: the condition of a later capture does not cover an earlier one."""
    v = play_plan("s1xs2; s2xs8; if taken at s8: s5-s6; always: end", "west: w3xs2")
    assert (v.to_act, v.pieces["s5"]) == ({"south": "turn"}, "south K")


NESTED_PIECES = {**PIECES, "s8": "north S", "n4": "north K"}
NESTED = (
    "s1xs2; if taken at s2: s5-s6; else: s2xs8; if taken at s8: s5-s6-s7; else: s5-s6-s7-s9;"
    " always: ; always: end"
)


@pytest.mark.parametrize(
    ("answers", "place"),
    [
        (["west: w3xs2"], "s6"),
        (["west: pass", "north: n4xs8"], "s7"),
        (["west: pass", "north: pass"], "s9"),
    ],
)
def test_a_plan_goes_on_by_nested_conditions(answers: list[str], place: str) -> None:
    v = play(f"{BOARD}, s8-n4", NESTED_PIECES, f"south: {NESTED}", *answers)
    assert (v.to_act, v.pieces[place]) == ({"west": "turn"}, "south K")


@pytest.mark.parametrize(
    ("plan", "order"),
    [
        ("s1xs2; s5-s6; if taken at s2: end", 2),
        ("s1xs2; if taken at s8: end", 1),
        ("if taken at s2: end", 0),
        ("s1xs2; else: end", 1),
        ("s1xs2; if taken at s2: end; else: end; else: end", 3),
        ("s1xs2; always: end", 1),
        ("s1xs2; if taken at s99: end", 1),
        ("s1xs2; if taken: end", 1),
        ("s1xs2; else: if taken at s2: end", 1),
    ],
)
def test_a_condition_out_of_place_is_refused(plan: str, order: int) -> None:
    """A5, A8: with the number of its order; nothing has happened."""
    v = play_plan(plan)
    assert (v.accepted, v.kind, v.said["refused"]["order"]) == (0, "unreadable", order)
    assert v.pieces == PIECES


def test_conditions_without_end_are_refused() -> None:
    """However long they are."""
    v = play_plan("s1xs2; " + "if taken at s2: s1xs2; " * 2000)
    assert v.kind == "unreadable"


def test_no_condition_answers_a_capture() -> None:
    """A12."""
    v = play_plan("s1xs2", "west: w3xs2; if taken at s2: end")
    assert (v.accepted, v.kind) == (1, "illegal")


def test_a_refusal_numbers_the_orders_of_a_branch_as_they_stand() -> None:
    """A5: an order that cannot be carried out now is refused, also after a condition."""
    v = play(
        "s1-s2, s5-s6-s7",
        dict(s1="south S", s2="west S", s5="south K"),
        "south: s1xs2; if taken at s2: s5-s6; else: s5-s7; always: end",
    )
    assert (v.accepted, v.kind, v.said["refused"]["order"]) == (0, "illegal", 2)
