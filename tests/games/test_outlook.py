"""Who could capture what, were it his turn now."""

from __future__ import annotations

import dataclasses
from typing import Any

from conquest import registry
from games import composer, outlook
from tests.games.test_rehearsal import ANSWERED, position

RULES = registry.get("conquest")


def threats(pieces: dict[str, str], **more: Any) -> dict[str, list[tuple[str, str, int]]]:
    ahead = outlook.chances(RULES, position(pieces, **more), None)
    return {
        field: [(one.seat, one.choice.piece, one.choice.cost) for one in those]
        for field, those in outlook.threats(ahead).items()
    }


def test_it_tells_who_could_capture_where_and_for_how_much() -> None:
    """C22: both sides, whoever is on turn."""
    found = threats(ANSWERED)
    assert found["w1"] == [("south", "s1", 3), ("south", "s4", 2)]
    assert found["s4"] == [("west", "w1", 2), ("west", "w3", 4)]


def test_it_knows_of_nothing_that_the_viewer_does_not_see() -> None:
    """As if the west were hidden: what a view gives back is all there is to work on."""
    hidden = position({"s1": "south S", "s4": "south S"})
    blind = dataclasses.replace(RULES, seen=lambda _view: hidden)
    assert outlook.threats(outlook.chances(blind, position(ANSWERED), "south")) == {}


def test_it_sees_no_danger_where_nobody_comes_near() -> None:
    assert threats({"s1": "south S", "w3": "west S"}) == {}


def test_it_counts_what_is_left_to_the_seat_on_turn_and_a_whole_turn_for_the_others() -> None:
    used_up, fresh = threats(ANSWERED, used=20), threats(ANSWERED)
    assert used_up == {field: fresh[field] for field in ("s1", "s4")}


def test_it_names_what_a_plan_leaves_in_reach_of_others() -> None:
    """The knight comes near West's soldier, and stands in the way to South's."""
    safe = composer.compose(RULES, position(ANSWERED), "south", "", "", {})
    bold = composer.compose(RULES, position(ANSWERED), "south", "s1-s2-s3", "", {})
    assert [one.field for one in safe.exposed] == ["s1", "s4"]
    assert [one.field for one in bold.exposed] == ["s3"]
    assert str(bold.exposed[0].figure) == "knight of South"
