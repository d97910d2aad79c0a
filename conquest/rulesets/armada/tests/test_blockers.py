"""Blockers on the board (K31 to K35, K42 to K44, HK19 to HK23, I6, I7, I38 to I40, I49, I54)."""

from __future__ import annotations

import pytest

from .positions import block, fault, play, ways, words

WIDE = {"b2": block(4, "b2", "c2", "b3", "c3")}


def test_all_squares_that_a_blocker_touches_are_closed() -> None:
    """K31: and `-` is no blow (I6)."""
    for square in ("b2", "c3"):
        v = play("", f"south: a2-{square}", pieces={"a2": "south 1"}, blockers=WIDE)
        assert v.refused in {("illegal", "I6"), ("illegal", "HK7")}
    v = play("s2 #3 ..", "south: a1-b1-c1")
    assert v.refused == ("illegal", "K31")
    assert play("s1 #3", "south: a1-b1").refused == ("illegal", "I6")


@pytest.mark.parametrize(("rank", "left"), [("1", 5), ("2", 4), ("3", 3)])
def test_a_blow_takes_as_much_as_the_unit_is_worth(rank: str, left: int) -> None:
    """K32, K34, K43: the unit stays."""
    v = play(f"s{rank} #6", "south: a1*b1")
    assert (v.refused, v.blockers, v.pieces) == (None, {"b1": left}, {"a1": f"s{rank}"})
    assert v.position["stirred"] == 5


@pytest.mark.parametrize(("rank", "strength"), [("1", 1), ("2", 1), ("2", 2), ("3", 3)])
def test_a_destroyed_blocker_gives_up_its_square(rank: str, strength: int) -> None:
    """K33, K42: the unit advances, and the die goes back to the pool (HK22, I38)."""
    v = play(f"s{rank} #{strength}", "south: a1*b1")
    assert (v.blockers, v.pieces, v.position["pool"]) == ({}, {"b1": f"s{rank}"}, 4)


@pytest.mark.parametrize("strength", [1, 4, 6])
def test_the_king_removes_any_blocker(strength: int) -> None:
    """K34, HK21, I40: and advances."""
    v = play(f"sK #{strength} s1", "south: a1*b1")
    assert (v.blockers, v.pieces) == ({}, {"b1": "sK", "c1": "s1"})


def test_the_unit_advances_onto_the_square_it_struck() -> None:
    """HK20: the others are free again."""
    v = play(
        "",
        "south: d3*c3",
        pieces={"d3": "south 3"},
        blockers=WIDE | {"b2": WIDE["b2"] | {"strength": 3}},
    )
    assert (v.blockers, v.pieces["c3"]) == ({}, "s3")
    assert play("", "south: a2*b2", pieces={"a2": "south 1"}, blockers=WIDE).blockers == {"b2": 3}


def test_a_blow_comes_from_a_square_beside_any_it_touches() -> None:
    """K32, HK19: across no corner."""
    assert play("", "south: a1*b2", pieces={"a1": "south 1"}, blockers=WIDE).refused == (
        "illegal",
        "HK7",
    )
    found = ways("", "d3", pieces={"d3": "south 1"}, blockers=WIDE)
    assert found == words("*c3 -d4 -e3 -d2")


def test_a_blow_takes_the_place_of_the_last_step() -> None:
    """I7, K44: a One only where it stands, others after a step less than they have."""
    assert play("s1 .. #3", "south: a1-b1*c1").refused == ("illegal", "I7")
    assert play("s2 .. #3", "south: a1-b1*c1").blockers == {"c1": 1}
    assert play("s2 .. .. #3", "south: a1-b1-c1*d1").refused == ("illegal", "I7")
    assert play("s3 .. .. #6", "south: a1-b1-c1*d1").blockers == {"d1": 3}
    assert play("s1 .. ..\nsK .. #3", "south: a1-b1*c1").refused == ("illegal", "I7")
    assert play("s2 .. ..\nsK .. #3", "south: a1-b1*c1").blockers == {}


def test_a_unit_stands_where_it_struck_a_blocker_from() -> None:
    """I54, K33, K44: not where it began."""
    v = play("s2 .. #3", "south: a1-b1*c1")
    assert v.pieces == {"b1": "s2"}
    v = play("s2 .. #2", "south: a1-b1*c1")
    assert v.pieces == {"c1": "s2"}


@pytest.mark.parametrize("strength", [1, 6])
def test_a_blow_needs_a_free_square_to_stand_on(strength: int) -> None:
    """I54, K29: also where the blow would destroy it."""
    v = play(f"s2 s2 #{strength}", "south: a1-b1*c1")
    assert v.refused == ("illegal", "I54")


def test_in_phase_4_the_king_strikes_straight_on() -> None:
    """I7, I4: in the line of its way."""
    board = "#6 ..\n.. ..\n.. ..\nsK .."
    v = play(board, "south: a1*a4")
    assert (v.blockers, v.pieces, v.said["events"][0]["order"]) == ({}, {"a4": "sK"}, "a1*a4")
    assert play(board, "south: a1-a3*a4").said["events"][0]["order"] == "a1*a4"
    assert play(".. #6\n.. ..\nsK ..", "south: a1-a3*b3").refused == ("illegal", "HK8")


def test_a_star_needs_a_blocker() -> None:
    """I6, K32."""
    assert play("s1 ..", "south: a1*b1").refused == ("illegal", "I6")
    assert play("s1 n1", "south: a1*b1").refused == ("illegal", "I6")


def test_a_unit_does_not_move_on_after_a_blow() -> None:
    """K44: such a text is none."""
    assert play("s2 #3 ..", "south: a1*b1-c1").refused == ("unreadable", "5.4")


def test_blockers_are_never_shifted() -> None:
    """K35: a blow leaves them where they are."""
    v = play("", "south: a2*b2", pieces={"a2": "south 1"}, blockers=WIDE)
    assert v.position["blockers"]["b2"] == block(3, "b2", "c2", "b3", "c3")


def test_units_that_became_blockers_are_no_dice() -> None:
    """HK23, I38: destroyed, they do not come back to the pool."""
    v = play("s1 ..", "south: a1*b1", blockers={"b1": block(1, "b1", die=False)})
    assert (v.blockers, v.position["pool"]) == ({}, 4)
    v = play("s1 ..", blockers={"b1": block(1, "b1", die=False), "c2": block(2, "c2")})
    assert v.position["pool"] == 3


def test_blockers_are_written_by_their_first_square_in_order() -> None:
    """I39."""
    blockers = {"c2": block(1, "c2", "b3", "c3", "d2"), "a9": block(2, "a9"), "b1": block(3, "b1")}
    v = play("", blockers=blockers)
    assert list(v.position["blockers"]) == ["b1", "c2", "a9"]
    assert v.position["blockers"]["c2"]["squares"] == ["c2", "d2", "b3", "c3"]
    assert "first square" in fault("", blockers={"c3": block(1, "c2", "c3")})


@pytest.mark.parametrize(
    "blocker",
    [block(0, "b1"), block(7, "b1"), block(3), block(3, "b1", "b1"), block(3, "b1", "z9")],
)
def test_impossible_blockers_are_a_fault(blocker: object) -> None:
    """I49."""
    assert fault("", blockers={"b1": blocker})


def test_blockers_and_units_share_no_square() -> None:
    """I49."""
    assert "b1" in fault("s1 n1", blockers={"b1": block(1, "b1")})
    assert "b2" in fault("", blockers={"b1": block(1, "b1", "b2"), "b2": block(2, "b2")})
