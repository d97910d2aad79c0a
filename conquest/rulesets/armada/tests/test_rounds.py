"""Turns and rounds (HK25, HK29, HK30, I1, I3, I23 to I25, I55, I56, O9, O10, O17)."""

from __future__ import annotations

from typing import Any

import pytest

from .positions import judge_case, play, set_up

CAGE = {
    "pieces": {"a1": "south K", "b1": "south 2", "a2": "south 2", "k1": "south 1", "k2": "south 2",
               "j1": "south 2"},
}  # fmt: skip


def test_turns_go_round_clockwise() -> None:
    """HK25, I1: south, west, north, east."""
    v = play("", "south: m3-m4", players=4)
    assert (v.to_act, v.position["number"]) == ({"west": "turn"}, 10)
    v = v.then("west: a13-a12", "north: m11-m12", "east: l13-l12")
    assert (v.to_act, v.position["round"]) == ({"south": "turn"}, 6)
    assert v.position["turns"] == {"south": 1, "west": 1, "north": 1, "east": 1}


def test_a_seat_without_a_move_passes_at_once() -> None:
    """I23, HK30, O17: it counts as a turn, and no order is needed."""
    v = play("", "north: k8-k9", **CAGE)
    assert v.kinds == [
        "moved", "turn_ended", "round_ended", "called",
        "passed", "turn_ended", "called",
    ]  # fmt: skip
    assert (v.to_act, v.position["number"]) == ({"north": "turn"}, 11)
    assert v.position["turns"] == {"south": 1, "north": 1}
    assert v.position["acted"] == 5


def test_a_forced_pass_is_checked_for_the_king_at_home() -> None:
    """I23, K13."""
    pieces = {"d1": "south K", "c1": "south 2", "e1": "south 2", "d2": "south 2", "a1": "south 1",
              "a2": "south 2", "b1": "south 2"}  # fmt: skip
    v = play("", "north: k8-k9", pieces=pieces, turns={"south": 6})
    assert "passed" in v.kinds
    assert v.position["zones"]["south"] is False


def test_a_loaded_position_goes_on_to_a_seat_that_owes_something() -> None:
    """O9, I55: forced passes, and the defeated without a die."""
    v = play("", turn="south", **CAGE)
    assert (v.to_act, v.position["number"], v.position["turn"]) == ({"north": "turn"}, 10, "north")
    v = play("", players=3, turn="west", defeated=["west"], pool=0)
    assert v.to_act == {"north": "turn"}
    v = play("", players=3, turn="west", defeated=["west"])
    assert v.to_act == {"west": "throw"}


def test_a_loaded_position_with_one_team_is_won() -> None:
    """O9, I55, HK29, K1."""
    v = play("", turn="south", defeated=["north"])
    assert (v.ended, v.to_act) == ((["south"], "last_standing"), {})
    v = play("", players=3, allies=[["south", "west", "north"]])
    assert v.ended == (["south", "west", "north"], "last_standing")


def test_a_loaded_position_waits_while_another_decision_is_pending() -> None:
    """I55: in the set-up, the opening, and while an alliance is proposed."""
    opening = play("", turn="south", opening=True, **CAGE)
    assert opening.to_act == {"south": "throw"}
    proposal = {"from": "south", "to": "west", "agreed": ["south"]}
    caged: dict[str, Any] = {
        "pieces": {**CAGE["pieces"], "m1": "south 1", "k1": "south 2"}, "players": 4,
    }  # fmt: skip
    v = play("", turn="south", proposal=proposal, **caged)
    assert v.to_act["west"] == "consent"


def test_a_resignation_can_leave_the_seat_on_turn_without_a_unit_to_activate() -> None:
    """I23, O13: a unit it could have attacked is a blocker then that an own unit stands before."""
    pieces = {"a1": "south K", "a2": "south 2", "b1": "south 2"}
    corner = {"m1": "south 1", "l1": "south 2", "m2": "west 3"}
    rest: dict[str, Any] = {"players": 3, "pieces": pieces | corner, "turn": "south"}
    assert play("", **rest).options() == ["ally north", "ally west", "m1xm2"]
    v = play("", "west: resign", **rest)
    assert (v.to_act, v.options()) == ({"south": "turn"}, ["m1*m2"])


BOTH_CAGED = {
    **CAGE["pieces"],
    **{"a11": "north K", "a10": "north 2", "b11": "north 2"},
    **{"k11": "north 1", "k10": "north 2", "j11": "north 2"},
}


@pytest.mark.parametrize(("acted", "rounds"), [(2, 5), (3, 6), (5, 8)])
def test_three_rounds_in_which_nobody_acts_are_a_draw(acted: int, rounds: int) -> None:
    """HK30, I25: told where the round ends."""
    v = play("", turn="south", pieces=BOTH_CAGED, acted=acted)
    assert (v.ended, v.position["round"]) == (([], "nobody_acts"), rounds)


@pytest.mark.parametrize(("stirred", "ended"), [(2, None), (1, ([], "quiet_rounds"))])
def test_forty_rounds_in_which_nothing_is_removed_are_a_draw(stirred: int, ended: object) -> None:
    """HK30, I25."""
    v = play("", "north: k8-k9", round=41, stirred=stirred, acted=41)
    assert v.ended == ended


def test_a_blow_or_a_capture_in_the_last_round_prevents_the_draw() -> None:
    """HK30, I25, I48."""
    rest: dict[str, Any] = {"round": 41, "stirred": 1, "acted": 40}
    assert play("n1 #3", "north: a1*b1", **rest).ended is None
    assert play("n1 s1", "north: a1xb1", **rest).ended is None


def test_a_draw_by_nobody_acting_comes_before_quiet_rounds() -> None:
    """I25: where both are reached at once."""
    v = play("", turn="south", pieces=BOTH_CAGED, round=41, acted=38, stirred=1)
    assert v.ended == ([], "nobody_acts")


def test_a_finished_game_refuses_everything_and_is_fed_back() -> None:
    """O4, O10, I56, O13: its turn is the last mover's."""
    v = play("", "north: resign", turn="south")
    assert (v.position["turn"], v.to_act, v.options()) == ("south", {}, [])
    assert v.position["outcome"] == v.said["outcome"] == {
        "winners": ["south"], "reason": "last_standing", "scores": {},
    }  # fmt: skip
    for text in ("south: k4-k5", "north: throw f6", "south: resign", "south: consent"):
        again = v.then(text)
        assert again.refused == ("illegal", "O4")
        assert again.position == v.position


def test_points_are_none() -> None:
    """O7."""
    assert judge_case(set_up("")).said["points"] is None
