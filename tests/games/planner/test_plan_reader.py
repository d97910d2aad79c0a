"""A plan as it was meant: routes that are left out are completed."""

from __future__ import annotations

import pytest

from conquest import core, registry
from games.planner.composer import PlanRequest, compose_turn
from games.planner.plan_reader import Reading, read_plan

RULES = registry.get_ruleset("conquest")
START = core.fold(RULES, None, RULES.judgement.start_game({}, core.no_numbers))


def reading(text: str) -> Reading:
    return read_plan(RULES, START, "south", text)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("S40-S30", "S40-S29-S30"),
        ("s40-s30; end", "S40-S29-S30; end"),
        ("S10-S39; S40-S30; S30-S12", "S10-S39; S40-S29-S30; S30-S11-S12"),
        ("anyway; S40-S30", "anyway; S40-S29-S30"),
        ("S40-S30, S10-S39, end", "S40-S29-S30; S10-S39; end"),
    ],
)
def test_plan_reader_completes_the_only_route(typed: str, meant: str) -> None:
    found = reading(typed)
    assert (found.text, found.ways) == (meant, ())
    assert found.sketch.refused is None


def test_plan_reader_leaves_a_complete_text_as_written() -> None:
    text = "s40-s29  # quietly\nS29-S30"
    assert reading(text).text == text


def test_plan_reader_offers_routes_that_are_equally_short() -> None:
    found = reading("S40-S30; S37-S17; S33-S16; end")
    assert found.text == "S40-S29-S30; S37-S17; S33-S16; end"
    assert [way.text for way in found.ways] == ["S37-S19-S18-S17", "S37-S38-S16-S17"]


def test_plan_reader_leaves_what_is_wrong_for_another_reason_to_the_judge() -> None:
    for text in ("S40-S28", "nonsense", "S40-S29, nonsense", "W40-W30", "S40-S29; end; S29-S01"):
        assert (reading(text).text, reading(text).ways) == (text, ())


def test_plan_reader_completes_what_precedes_nonsense() -> None:
    assert reading("S40-S30; rubbish, too").text == "S40-S29-S30; rubbish, too"


def test_plan_reader_reads_plans_ahead_alike() -> None:
    assert read_plan(RULES, START, "north", "N40-N30").text == "N40-N29-N30"


def test_plan_reader_offers_every_route_with_its_letter() -> None:
    turn = compose_turn(RULES, START, "south", PlanRequest("S40-S29; S37-S17; S29-S30"))
    assert [(way.letter, str(way.choice.label)) for way in turn.ways] == [
        ("A", "chariot from S37 to S17 over S19, S18"),
        ("B", "chariot from S37 to S17 over S38, S16"),
    ]
    assert "plan=S40-S29%3B+S37-S19-S18-S17%3B+S29-S30" in turn.ways[0].href
    drawn = {mark.label: mark.fields for mark in turn.marks if mark.kind == "path"}
    assert drawn["B"] == ("S37", "S38", "S16", "S17")


def test_plan_reader_leaves_the_orders_of_other_games_alone() -> None:
    rules = registry.get_ruleset("bollwerk")
    begun = core.fold(rules, None, rules.judgement.start_game({}, core.no_numbers))
    assert read_plan(rules, begun, "white", "e5-e9").ways == ()
