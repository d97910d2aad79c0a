"""Sketches of plans with conditions, as pages use them (CP3)."""

from __future__ import annotations

from typing import Any

from conquest.core import Sketch
from conquest.rulesets.conquest import RULES
from tests.conquest.islands.table import set_up

BOARD = "s1-s2-w3, s5-s6-s7-s9, s2-s8-n4, s2-e5"
PIECES = dict(
    s1="south S", s2="west S", w3="west K", e5="west E", s5="south K", s8="north S", n4="north K"
)


def sketch_of(text: str) -> Sketch[Any]:
    state = RULES.judgement.open_case(set_up(BOARD, PIECES))
    return RULES.composing.sketch(state, "south", text)


def branches(found: Sketch[Any], number: int = 0) -> dict[str, tuple[str, ...] | None]:
    """Return by answer what a plan does then."""
    pause = found.pauses[number]
    assert pause.sketch_branch
    worked_out = {answer.text: pause.sketch_branch(answer) for answer in pause.answers}
    return {text: one.step_texts if one else None for text, one in worked_out.items()}


def test_a_sketch_plays_a_plan_as_if_nothing_were_taken_back() -> None:
    found = sketch_of("s1xs2; if taken at s2: s5-s6; else: s5-s6-s7; always: end")
    assert [step.phrase is not None for step in found.steps] == [True, True, True]
    assert found.step_texts == ("s1xs2; if taken at s2: s5-s6; end; else:", "s5-s6-s7", "end")
    assert found.refused is None


def test_a_sketch_plays_the_branch_of_every_answer() -> None:
    found = sketch_of("s1xs2; if taken at s2: s5-s6; else: s5-s6-s7; always: end")
    assert branches(found) == {"e5xs2": ("s5-s6", "end"), "w3xs2": ("s5-s6", "end")}


def test_a_sketch_has_no_branch_for_answers_not_covered() -> None:
    assert sketch_of("s1xs2; s5-s6").pauses[0].sketch_branch is None


def test_a_sketch_tells_where_a_branch_stops_and_why() -> None:
    """C22: the field is West's again."""
    found = sketch_of("s1xs2; if taken at s2: s5-s6; s2-s8; end")
    (pause,) = found.pauses
    assert pause.sketch_branch
    for answer in pause.answers:
        there = pause.sketch_branch(answer)
        assert there
        assert there.refused
        assert (there.step_texts, there.rest) == (("s5-s6",), ("s2-s8", "end"))


def test_a_sketch_plays_branches_within_branches() -> None:
    found = sketch_of(
        "s1xs2; if taken at s2: s5-s6; else: s2xs8; if taken at s8: end; else: s5-s6-s7"
    )
    assert found.step_texts == (
        "s1xs2; if taken at s2: s5-s6; else:",
        "s2xs8; if taken at s8: end; else:",
        "s5-s6-s7",
    )
    assert branches(found, 1) == {"n4xs8": ("end",)}


def test_a_sketch_keeps_its_meaning_when_rewritten() -> None:
    """What is kept of a plan leads to the same as what was typed."""
    text = "s1xs2; if taken at s2: s5-s6; else: s2xs8; if taken at s8: end; always: ; always: s6-s7"
    found = sketch_of(text)
    again = sketch_of(found.merged_text)
    assert (again.step_texts, again.rest, again.merged_text) == (
        found.step_texts,
        found.rest,
        found.merged_text,
    )
    assert (
        branches(again)
        == branches(found)
        == {"e5xs2": ("s5-s6; s6-s7",), "w3xs2": ("s5-s6; s6-s7",)}
    )


def test_a_plan_can_go_on_after_a_branch() -> None:
    """What is added after it belongs to the plan, not to the branch."""
    found = sketch_of("s1xs2; if taken at s2: s5-s6")
    longer = sketch_of(RULES.notation.join_words((*found.step_texts, "s5-s6-s7")))
    assert longer.step_texts == ("s1xs2; if taken at s2: s5-s6; else:", "s5-s6-s7")


def test_a_sketch_stops_at_unreadable_text_after_a_branch() -> None:
    found = sketch_of("s1xs2; if taken at s2: s5-s6; else: s5-s6; nonsense")
    assert found.refused
    assert (len(found.steps), found.rest) == (2, ("nonsense",))


def test_the_branch_of_a_step_is_read_and_written() -> None:
    branching = RULES.composing.branching
    assert branching
    text = branching.with_branch("s5-s6; s1xs2", "s6-s7; end")
    assert text == "s5-s6; s1xs2; if taken at s2: s6-s7; end; else:"
    assert branching.branch_in(text) == "s6-s7; end"
    assert branching.with_branch(text, "") == "s5-s6; s1xs2"
    assert branching.branch_in("s5-s6") == ""
    assert branching.with_branch("S1xS2", "S@S6-S7") == "S1xS2; if taken at S2: S@S6-S7; else:"
    inner = "s6xs7; if taken at s7: end"
    assert branching.branch_in(branching.with_branch("s1xs2", inner)) == inner
