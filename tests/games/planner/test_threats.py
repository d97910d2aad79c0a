"""Who could capture what if it were their turn now."""

from __future__ import annotations

from typing import Any

from conquest import registry
from games.planner import composer, threats
from tests.conquest.kit.test_sketch import ANSWERED, position

RULES = registry.get_ruleset("conquest")


def in_reach(pieces: dict[str, str], **more: Any) -> dict[str, list[tuple[str, str, int]]]:
    found = threats.threats_by_field(RULES, position(pieces, **more))
    return {
        field: [(one.seat, one.choice.piece, one.choice.cost) for one in those]
        for field, those in found.items()
    }


def test_threats_tell_who_could_capture_where_and_for_how_much() -> None:
    """C22: both sides, no matter which seat is on turn."""
    found = in_reach(ANSWERED)
    assert found["w1"] == [("south", "s1", 3), ("south", "s4", 2)]
    assert found["s4"] == [("west", "w1", 2), ("west", "w3", 4)]


def test_no_threats_where_nobody_comes_near() -> None:
    assert in_reach({"s1": "south S", "w3": "west S"}) == {}


def test_no_threats_in_a_turn_that_wins() -> None:
    """B99: Black's queen could take the cannon, were it not for the bomb on her end field."""
    rules = registry.get_ruleset("bollwerk")
    pieces = {"a17": "white C", "f19": "black Q"}
    state = rules.judgement.open_case(
        {"board": "A", "position": {"turn": "white", "pieces": pieces}}
    )
    moved, won = (
        composer.compose_turn(rules, state, "white", composer.PlanRequest(text))
        for text in ("a17-f17", "a17-f17 +X f22")
    )
    assert [one.field for one in moved.exposed] == ["f17"]
    assert won.sketch.refused is None
    assert won.exposed == ()


def test_threats_count_the_points_left_on_turn_and_a_whole_turn_for_others() -> None:
    used_up, fresh = in_reach(ANSWERED, used=20), in_reach(ANSWERED)
    assert used_up == {field: fresh[field] for field in ("s1", "s4")}


def test_exposed_pieces_are_those_a_plan_leaves_in_reach() -> None:
    """The knight comes near West's soldier, and stands in the way to South's."""
    safe = composer.compose_turn(RULES, position(ANSWERED), "south", composer.PlanRequest(""))
    bold = composer.compose_turn(
        RULES, position(ANSWERED), "south", composer.PlanRequest("s1-s2-s3")
    )
    assert [one.field for one in safe.exposed] == ["s1", "s4"]
    assert [one.field for one in bold.exposed] == ["s3"]
    assert str(bold.exposed[0].figure) == "knight of South"
