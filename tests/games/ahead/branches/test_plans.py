"""Where the branches of a plan are written, and what they do."""

from __future__ import annotations

from typing import Any

import pytest

from conquest.rulesets.conquest import RULES
from games.ahead.branches import branched_steps, find_spot
from tests.conquest.islands.table import set_up

BOARD = "s1-s2-w3, s5-s6-s7-s9, s2-s8-n4, s2-e5"
PIECES = dict(
    s1="south S", s2="west S", w3="west K", e5="west E", s5="south K", s8="north S", n4="north K"
)
LONG = "s1xs2; s2xs8; s5-s6"


@pytest.fixture
def state() -> Any:
    return RULES.judgement.open_case(set_up(BOARD, PIECES))


def test_branch_is_written_after_a_pause(state: Any) -> None:
    found = find_spot(RULES, state, "south", LONG, "2")
    assert found
    assert (found.pause.seat, found.text) == ("north", "")
    assert found.with_branch("s5-s6-s7; end") == (
        "s1xs2; s2xs8; if taken at s8: s5-s6-s7; end; else:; s5-s6"
    )


def test_branch_is_written_into_another(state: Any) -> None:
    one = find_spot(RULES, state, "south", LONG, "1")
    assert one
    plan = one.with_branch("s5-s6xs2")
    plan = plan.replace("s5-s6xs2", "s5-s6-s7")
    inner = find_spot(RULES, state, "south", plan, "1")
    assert inner
    assert inner.text == "s5-s6-s7"
    assert inner.with_branch("") == LONG


@pytest.mark.parametrize("at", ["", "0", "3", "1.1", "1.1.1", "1.0.1", "1.9.1", "x", "-1", "٣"])
def test_branch_spot_is_none_where_there_is_no_pause(state: Any, at: str) -> None:
    assert find_spot(RULES, state, "south", LONG, at) is None


def test_branch_cases_share_what_follows_alike(state: Any) -> None:
    plan = "s1xs2; if taken at s2: s5-s6; end; else: s2xs8"
    first, second = branched_steps(RULES, RULES.composing.sketch(state, "south", plan))
    (halt,) = first.halts
    assert (first.text, halt.at, halt.pause.is_covered) == ("s1xs2", "1", True)
    (case,) = halt.cases
    assert [answer.text for answer in case.answers] == ["e5xs2", "w3xs2"]
    assert [stretch.text for stretch in case.stretches] == ["s5-s6", "end"]
    assert [halt.cases for halt in second.halts] == [()]


@pytest.fixture
def two_takebacks() -> Any:
    """Return a position in which what is taken back differs, and so does who can answer: no soldier
    an elephant."""
    pieces = dict(s1="south S", s2="west S", w3="west K", w4="west S", s5="south E", s9="south S")
    return RULES.judgement.open_case(set_up("s1-s2-w3, s5-s2-w4, s5-s9", pieces))


TWICE = "s1xs2; if taken at s2: s5xs2; else:"


def test_branch_cases_differ_where_what_follows_differs(two_takebacks: Any) -> None:
    (first,) = branched_steps(RULES, RULES.composing.sketch(two_takebacks, "south", TWICE))
    (halt,) = first.halts
    answers = [[answer.text for answer in case.answers] for case in halt.cases]
    assert answers == [["w3xs2"], ["w4xs2"]]
    told = [str(case.stretches[0].step.phrase) for case in halt.cases]
    assert told[0] != told[1]


def test_branch_spot_is_found_after_the_answer_that_leads_to_it(two_takebacks: Any) -> None:
    (first,) = branched_steps(RULES, RULES.composing.sketch(two_takebacks, "south", TWICE))
    inner = [halt for case in first.halts[0].cases for halt in case.stretches[0].halts]
    assert [(halt.at, [one.text for one in halt.pause.answers]) for halt in inner] == [
        ("1.2.1", ["w3xs2"])
    ]
    found = find_spot(RULES, two_takebacks, "south", TWICE, "1.2.1")
    assert found
    assert found.pause.answers == inner[0].pause.answers
    assert found.with_branch("s5-s9") == (
        "s1xs2; if taken at s2: s5xs2; if taken at s2: s5-s9; always:; else:"
    )
    assert find_spot(RULES, two_takebacks, "south", TWICE, "1.1.1") is None
