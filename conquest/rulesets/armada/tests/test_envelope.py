"""Cases and positions (5.4, 5.5, HK32, I45, I46, I55, O5, O6, O15 to O18)."""

from __future__ import annotations

from typing import Any

import pytest

from conquest.kit.chance import keyed_numbers

from . import judging
from .positions import armies, camp, fault, game, judge_case, play, set_up

BARE = {"south": "k4", "north": "k8"}


def test_keys_left_out_of_a_position_have_defaults() -> None:
    """O18, 5.4."""
    kings = {"k4": "south K", "k8": "north K"}
    v = judge_case({"ruleset": "armada", "position": {"pieces": kings}})
    assert v.position == {
        "turn": "south",
        "number": 1,
        "round": 1,
        "pieces": kings,
        "blockers": {},
        "zones": {"south": True, "north": True},
        "allies": [],
        "sworn": [],
        "pool": 4,
        "defeated": [],
        "turns": {"south": 0, "north": 0},
        "stirred": 0,
        "acted": 0,
        "lost": {"south": [], "north": []},
        "drawn": 0,
    }
    assert v.then().position == v.position


def test_zones_of_defeated_seats_are_cancelled_by_default() -> None:
    """5.4, K18."""
    v = play("", players=3, defeated=["west"])
    assert v.position["zones"] == {"south": True, "west": False, "north": True}


@pytest.mark.parametrize(
    "change",
    [
        {"turn": "east"},
        {"turn": 3},
        {"number": 0},
        {"number": "1"},
        {"round": 0},
        {"pool": -1},
        {"stirred": -1},
        {"acted": True},
        {"drawn": 1.5},
        {"pieces": {"z9": "south 1"}},
        {"pieces": {"a1": "south 4"}},
        {"pieces": {"a1": "south"}},
        {"pieces": {"a1": "east 1"}},
        {"pieces": {"a1": "south ?"}},
        {"pieces": {"a1": "south 1", "A1": "south 1"}},
        {"pieces": []},
        {"blockers": {"a1": 4}},
        {"blockers": {"a1": {"strength": 4}}},
        {"blockers": {"a1": {"strength": 4, "squares": ["a1"], "dice": True}}},
        {"zones": {"east": True}},
        {"zones": {"south": 1}},
        {"defeated": ["west"]},
        {"defeated": ["north", "north"]},
        {"turns": {"south": -1}},
        {"lost": {"south": "1"}},
        {"lost": {"south": ["?"]}},
        {"lost": {"west": []}},
        {"opening": 1},
        {"asked": "yes"},
        {"shown": {"d12": "north 2"}},
        {"outcome": {"winners": ["east"], "reason": "x"}},
        {"outcome": "won"},
        {"sworn": [["south"]]},
        {"nothing": 1},
    ],
)
def test_an_impossible_position_is_a_fault(change: dict[str, Any]) -> None:
    """O5, O6, O18, I46."""
    case = set_up("")
    case["position"] |= change
    if "pieces" in change and isinstance(change["pieces"], dict):
        case["position"]["pieces"] |= {"k4": "south K", "k8": "north K"}
    assert set(judging.verdict(case)) == {"fault"}


@pytest.mark.parametrize(
    "change",
    [
        {"options": {"players": 5}},
        {"options": {"players": "2"}},
        {"options": {"king": "never"}},
        {"options": {"terrain": 1}},
        {"options": {"size": 11}},
        {"board": "11x11"},
        {"board": {}},
        {"orders": [["west", "skip"]]},
        {"view": "east"},
    ],
)
def test_an_impossible_case_is_a_fault(change: dict[str, Any]) -> None:
    """O5, O18, 5.5: the board follows from the options."""
    assert set(judging.verdict({**set_up(""), **change})) == {"fault"}


def test_the_board_of_a_case_may_be_null() -> None:
    """5.5."""
    assert "fault" not in judging.verdict({**set_up(""), "board": None})


def test_terrain_needs_the_large_board() -> None:
    """I45, HK32: with two players it is a fault."""
    assert "terrain" in fault("", options={"terrain": True})
    assert not fault("", players=3, options={"terrain": True})


@pytest.mark.parametrize("square", ["d4", "e4", "d5", "e5", "j9", "j10"])
def test_terrain_closes_its_squares_for_good(square: str) -> None:
    """K46, HK32, I45: nobody enters, nobody strikes."""
    rest: dict[str, Any] = {"players": 3, "options": {"terrain": True}}
    beside = f"{chr(ord(square[0]) - 1)}{square[1:]}" if square[0] in "dj" else f"f{square[1:]}"
    pieces = {beside: "south 1"}
    for link, rule in (("-", "K46"), ("*", "HK32"), ("x", "I5")):
        v = play("", f"south: {beside}{link}{square}", pieces=pieces, **rest)
        assert v.refused == ("illegal", rule)
    assert play("", f"south: {beside}-{square}", players=3, pieces=pieces).refused is None
    assert fault("", pieces={square: "south 1"}, **rest)


def test_a_set_up_under_way_is_fed_back() -> None:
    """5.4, O9: and judged no further than that."""
    south, north = armies()
    v = judge_case({"ruleset": "armada", "orders": [south]})
    again = v.then()
    assert (again.position, again.to_act) == (v.position, {"north": "setup"})
    assert v.then(f"north: {north[1]}").to_act == {"south": "throw"}


@pytest.mark.parametrize(
    "change",
    [
        {"setup": {"south": camp("south"), "north": camp("north")}},
        {"setup": {"south": camp("north")}},
        {"setup": {"south": camp("south", army="1111122333")}},
        {"setup": {"south": True}},
        {"setup": {"east": {}}},
        {"setup": {}, "pieces": {"k4": "south K", "k8": "north K"}},
        {"setup": {}, "number": 2},
        {"setup": {}, "turn": "north"},
        {"setup": {}, "opening": True},
    ],
)
def test_an_impossible_set_up_is_a_fault(change: dict[str, Any]) -> None:
    """5.4."""
    assert set(judging.verdict({"ruleset": "armada", "position": change})) == {"fault"}


def test_chance_goes_on_with_the_count_of_numbers_drawn() -> None:
    """O15, O16: by the count of numbers drawn; a seed left out is the empty one."""
    whole = game("south: throw f6", "north: throw f6", seed="07")
    half = game("south: throw f6", seed="07")
    assert half.then("north: throw f6").position == whole.position
    assert whole.position["drawn"] == 14 + sum(
        len(event.get("falls", ())) for event in whole.said["events"]
    )
    none, zeros = (game("south: throw f6", seed=seed).position for seed in ("", "00" * 32))
    assert none == zeros
    assert keyed_numbers(b"")(3) == keyed_numbers(bytes(32))(3)


def test_the_turn_number_counts_no_throws() -> None:
    """O17."""
    v = game("south: throw f6", "north: skip", "south: d2-d3", seed="07")
    assert v.position["number"] == 2


def test_entries_and_orders_are_counted_from_0() -> None:
    """O2, O3."""
    v = play("s1 .. n1", "south: a1-b1", "north: c1xb1", "south: a1-a2")
    assert (v.accepted, v.place, v.refused) == (2, (2, 0), ("illegal", "K4"))
