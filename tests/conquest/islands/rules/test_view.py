"""Views that leak nothing, reports, boards in text, pictures."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from conquest import registry
from conquest.core import BoardStyle, Fault, fold, no_numbers
from conquest.registry import AnyRules

RULES = registry.get_ruleset("conquest")
BOARD = {
    "fields": {"s1": "land", "s2": "land", "st1": "castle south", "wt1": "castle west"},
    "roads": ["s1-s2"],
}
POSITION = {
    "turn": "south",
    "number": 9,
    "pieces": {"s1": "south K", "s2": "west E(S)"},
    "window": {"seat": "west", "at": "s1", "lost": "S"},
}
PLANS = st.lists(st.sampled_from(["s1-s2", "s1xs2!", "S@s2-s1", "end"]), max_size=6)

NUMBERS = ("points", "score", "pieces")


def state_with_plan(plan: list[str], *, anyway: bool) -> Any:
    position = {**POSITION, "plan": plan, "anyway": anyway}
    return RULES.judgement.open_case({"board": BOARD, "position": position})


@settings(deadline=None)
@given(PLANS, PLANS, st.booleans())
def test_a_view_is_the_same_for_any_plan(one: list[str], other: list[str], anyway: bool) -> None:
    """A21."""
    states = state_with_plan(one, anyway=anyway), state_with_plan(other, anyway=not anyway)
    for seat in ("west", None):
        first, second = (json.dumps(RULES.knowledge.write_view(state, seat)) for state in states)
        assert first == second
    assert RULES.knowledge.write_view(states[0], "south").get("plan", []) == one


def test_the_report_explains_the_points(small: Callable[..., Any]) -> None:
    """C34, C35, CR22."""
    state = small({"st1": "west S", "g1": "west S", "s2": "south K"}, used=3)
    report = RULES.telling.report(state)
    assert (report.points, report.base, report.used) == (9, 20, 3)
    assert [str(reason) for reason in report.reasons] == [
        "− 4 (tower st1 held by West)",
        "− 4 (grail field g1 held by West)",
    ]
    south, west = report.seats
    assert [south.numbers[name] for name in NUMBERS] == [9, 4, 4]
    assert [west.numbers[name] for name in NUMBERS] == [20, 5 + 2, 5]


@pytest.mark.parametrize(
    ("number", "reasons"),
    [(1, ["points instead of 20: the first turns of the game have 10, 20"]), (2, [])],
)
def test_the_report_explains_the_points_of_the_first_turns(
    small: Callable[..., Any], number: int, reasons: list[str]
) -> None:
    """C4."""
    state = small({"s2": "south K", "s3": "west K"}, number=number)
    report = RULES.telling.report(state)
    assert [str(reason) for reason in report.reasons] == reasons


def test_the_report_names_who_is_exposed_and_immobilised() -> None:
    fields = {f"st{n}": "castle south" for n in range(1, 6)} | {"s1": "land", "wt1": "castle west"}
    pieces = {f"st{n}": "west S" for n in range(1, 6)} | {"s1": "south E(S)"}
    board = {"fields": fields, "roads": []}
    position = {"turn": "west", "number": 9, "pieces": pieces, "since_capture": 5}
    report = RULES.telling.report(RULES.judgement.open_case({"board": board, "position": position}))
    assert [str(fact) for fact in report.seats[0].facts] == [
        "immobilised",
        "exposed, two pieces left",
    ]
    assert str(report.notes[0]) == ("Round 5, turn 1 of 2: in a round each player has one turn.")
    assert str(report.notes[1]) == "Turns in a row without a capture: 5. After 8 the game ends."


def test_the_report_names_the_winner(small: Callable[..., Any]) -> None:
    state = small({"s1": "south K", "s2": "west K", "s9": "west S"})
    state = fold(
        RULES,
        state,
        RULES.judgement.decide(
            state, "south", RULES.notation.read_orders(state, "south", "s1xs2; end")
        ),
    )
    view = json.loads(json.dumps(RULES.knowledge.write_view(state, None)))
    report = RULES.telling.report(RULES.knowledge.read_view(view))
    assert (report.turn, report.points, view["to_act"]) == (None, 0, {})
    assert [str(note) for note in report.notes] == [
        "The game is over: a player has one piece left.",
        "Winner: South.",
    ]


def test_a_board_in_text_is_grouped_by_seat_and_region() -> None:
    state = fold(RULES, None, RULES.judgement.start_game({}, no_numbers))
    lines = [str(line) for line in RULES.telling.describe_state(state)]
    assert len(lines) == 9
    assert lines[0] == "Turn 1: South, 5 points."
    assert lines[2] == "South, harbours of South: ship SH1 SH2 SH5 SH6, galleon SH3 SH4."


def test_only_a_named_board_is_drawn(small: Callable[..., Any], conquest: AnyRules) -> None:
    state = fold(
        conquest, None, conquest.judgement.start_game({"seats": ["south", "east"]}, no_numbers)
    )
    style = BoardStyle(colours={"south": "black", "east": "white"})
    assert conquest.telling.draw_board(state, style).startswith("<svg")
    with pytest.raises(Fault):
        conquest.telling.draw_board(small({}), style)


def test_a_view_is_read_between_an_answer_and_the_end_of_its_window() -> None:
    state = RULES.judgement.open_case({"board": BOARD, "position": POSITION}, no_numbers)
    answer, _closed = RULES.judgement.decide(
        state, "west", RULES.notation.read_orders(state, "west", "s2xs1"), no_numbers
    )
    between = fold(RULES, state, [answer])
    assert between.window is not None
    assert RULES.knowledge.read_view(RULES.knowledge.write_view(between, None)) == between


def test_no_case_begins_between_an_answer_and_the_end_of_its_window() -> None:
    """A19: a window is open against a piece of the seat on turn."""
    answered = {**POSITION, "pieces": {"s1": "west E(S)"}}
    with pytest.raises(Fault, match="against a piece"):
        RULES.judgement.open_case({"board": BOARD, "position": answered}, no_numbers)
