"""What a piece could do in its seat's next turn, as far as the viewer knows."""

from __future__ import annotations

from typing import Any

import msgspec

from conquest import registry
from games.planner import reach
from tests.conquest.kit.test_sketch import ANSWERED, position

RULES = registry.get_ruleset("conquest")


def reach_of(pieces: dict[str, str], field: str, **more: Any) -> reach.Reach:
    return msgspec.convert(reach.reach_payload(RULES, position(pieces, **more), field), reach.Reach)


def goals(found: reach.Reach) -> set[tuple[str, int, bool]]:
    return {(goal.field, goal.cost, goal.captures) for goal in found.goals}


def test_reach_of_another_seats_piece_is_for_its_own_turn() -> None:
    """C22: West's soldier, though it is South's turn."""
    found = reach_of(ANSWERED, "w1")
    assert ("s4", 2, True) in goals(found)
    assert f"{len(found.goals)} fields are in its reach." in found.sentence
    assert "It could capture on s4 (2 points)." in found.sentence


def test_reach_is_empty_where_nobody_stands() -> None:
    for field in ("w2", "nowhere", ""):
        assert reach_of(ANSWERED, field) == reach.Reach(field, "No field is in its reach.", [])


def test_reach_works_for_the_pieces_of_every_game() -> None:
    """B1: a guard of Black, while White is to move."""
    rules = registry.get_ruleset("bollwerk")
    pieces = {"a17": "white C", "f19": "black Q"}
    state = rules.judgement.open_case(
        {"board": "A", "position": {"turn": "white", "pieces": pieces}}
    )
    assert len(reach.reach_payload(rules, state, "f19")["goals"]) > 3
