"""Partners: South and North against West and East (CP7, A67)."""

from __future__ import annotations

from typing import Any

import pytest

from conquest import judge

FAR = {"r1": "south E(S,S)", "r2": "west E(S,S)", "r3": "north E(S,S)", "r4": "east E(S,S)"}
BOARD = {
    "fields": {
        **dict.fromkeys(("s1", "s2", "s3", "s4", "s5", "s6", *FAR), "land"),
        **{f"st{n}": "castle south" for n in range(1, 6)},
        **{f"et{n}": "castle east" for n in range(1, 6)},
        **{f"wt{n}": "castle west" for n in range(1, 6)},
        "nt1": "castle north",
        "g1": "grail",
    },
    "roads": ["s1-s2", "s2-s3", "s3-s4", "s2-s5", "s2-s6", "s1-st1", "s1-wt1", "s1-g1"],
}


def play(pieces: dict[str, str], *entries: str, far: bool = True, **rest: Any) -> dict[str, Any]:
    home = FAR if far else {}
    position = {"turn": "south", "number": 9, "pieces": home | pieces} | rest
    return judge.verdict(
        {
            "ruleset": "conquest",
            "board": BOARD,
            "options": {"partners": True},
            "position": position,
            "orders": [entry.split(": ") for entry in entries],
        }
    )


@pytest.mark.parametrize("order", ["s1xs2", "s1-s2", "s1-s2-s3"])
def test_partners_are_not_captured_or_jumped(order: str) -> None:
    said = play({"s1": "south K", "s2": "north S"}, f"south: {order}")
    assert (said["refused"]["kind"], said["refused"]["rule"]) == ("illegal", "CP7")


def test_fields_that_the_partner_holds_cost_no_points() -> None:
    assert play({"st1": "north S", "g1": "north S"})["points"] == 20
    assert play({"st1": "west S", "g1": "east S"})["points"] == 12


def test_the_partner_is_asked_once_the_victim_has_passed() -> None:
    pieces = {"s1": "south K", "s2": "west S", "s3": "east K", "s5": "west K"}
    asked = play(pieces, "south: s1xs2; end", "west: pass")
    assert asked["to_act"] == {"east": "recapture"}
    assert asked["position"]["window"]["instead"] == "west"
    assert asked["position"]["plan"] == ["end"]
    taken = play(pieces, "south: s1xs2; end", "west: pass", "east: s3xs2")
    assert taken["position"]["captured"] == {"east": 1, "south": 1}
    assert taken["to_act"] == {"south": "turn"}
    passed = play(pieces, "south: s1xs2; end", "west: pass", "east: pass")
    assert passed["to_act"] == {"west": "turn"}
    answered = play(pieces, "south: s1xs2", "west: s5xs2")
    assert answered["to_act"] == {"south": "turn"}


def test_the_partner_is_asked_where_the_victim_can_do_nothing() -> None:
    pieces = {"s1": "south K", "s2": "west S", "s3": "east K"}
    said = play(pieces, "south: s1xs2")
    assert said["to_act"] == {"east": "recapture"}
    again = judge.verdict(
        {
            "ruleset": "conquest",
            "board": BOARD,
            "options": {"partners": True},
            "position": said["position"],
            "orders": [["east", "pass"]],
        }
    )
    assert again["to_act"] == {"south": "turn"}


def test_no_partner_is_asked_after_the_last_point() -> None:
    """C33."""
    pieces = {"s1": "south K", "s2": "west S", "s3": "east K"}
    assert play(pieces, "south: s1xs2!")["to_act"] == {"west": "turn"}


def test_partners_win_by_the_last_pieces() -> None:
    """C37."""
    pieces = {"s1": "south K", "s2": "west S", "r1": "south S", "r3": "north E", "r4": "east E"}
    said = play(pieces, "south: s1xs2", far=False)
    assert (said["outcome"]["winners"], said["outcome"]["reason"]) == (
        ["south", "north"],
        "last_two",
    )


def test_partners_win_when_both_opponents_are_immobilised() -> None:
    """C38."""
    pieces = {
        **{f"et{n}": "north S" for n in range(1, 6)},
        **{f"wt{n}": "south S" for n in range(2, 6)},
        "s1": "south S",
    }
    said = play(pieces, "south: s1-wt1")
    assert (said["outcome"]["winners"], said["outcome"]["reason"]) == (
        ["south", "north"],
        "immobilised",
    )


def test_partners_compare_the_sums_of_their_sides() -> None:
    """C39: West alone has most, South and North together have more."""
    pieces = {"r1": "south E(S,S)", "r2": "west E(S,S)", "r3": "north E(S,S)", "r4": "east S"}
    said = play(pieces, "south: end", far=False, captured={"west": 1})
    assert said["outcome"]["scores"] == {"south": 3, "west": 4, "north": 3, "east": 1}
    assert said["outcome"]["winners"] == ["south", "north"]


def test_partners_need_four_seats() -> None:
    case = {
        "ruleset": "conquest",
        "board": "four-islands",
        "options": {"partners": True, "seats": ["south", "west"]},
    }
    assert "fault" in judge.verdict(case)
