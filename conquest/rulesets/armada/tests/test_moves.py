"""Ways of units: how far, where to, and over what (K4 to K12, K29, HK7 to HK9, I4, I8, I9, I53)."""

from __future__ import annotations

import pytest

from .positions import play, ways, words

ONE = """
    .. .. ..
    .. s1 ..
    .. .. ..
"""


def test_in_a_turn_one_unit_is_activated() -> None:
    """K4, K7: then the next seat has its turn."""
    v = play(ONE, "south: b2-b3")
    assert (v.refused, v.to_act, v.pieces) == (None, {"north": "turn"}, {"b3": "s1"})
    assert v.kinds == ["moved", "turn_ended", "called"]


def test_a_seat_activates_only_units_of_its_own() -> None:
    """K4."""
    for text in ("south: a1-a2", "north: b2-b3"):
        assert play(ONE, text).refused == ("illegal", "K4")


def test_in_phase_1_a_unit_goes_one_square() -> None:
    """K5, K10: straight, across no corner (HK7)."""
    assert ways(ONE, "b2") == words("-b3 -c2 -b1 -a2")
    assert play(ONE, "south: b2-b3-b4").refused == ("illegal", "K5")
    assert play(ONE, "south: b2-c3").refused == ("illegal", "HK7")


def test_in_phase_2_a_unit_goes_up_to_two_squares_with_turns() -> None:
    """K5, K10, HK8: all ways are listed, a square may be reached by two."""
    found = ways("s2 .. ..\n.. .. ..\n.. .. ..", "a3", zones={"south": False, "north": False})
    up = words("-a4 -a4-a5 -a4-b4")
    assert found == up | words("-b3 -b3-c3 -b3-b4 -b3-b2 -a2 -a2-b2 -a2-a1")


def test_in_phase_3_a_unit_goes_up_to_three_squares() -> None:
    """K5, K10."""
    v = play("s3 .. ..\n.. .. ..\n.. .. ..", "south: a3-b3-b2-c2")
    assert (v.refused, v.pieces) == (None, {"c2": "s3"})
    assert play("s3 .. ..", "south: a1-a2-a3-a4-a5").refused == ("illegal", "K5")


def test_in_phase_4_the_king_goes_along_a_whole_line() -> None:
    """K5, HK8, HK13: and no turn in it."""
    assert play("sK", "south: a1-a9").refused is None
    assert play("sK", "south: a1-a2-b2").refused == ("illegal", "HK8")
    assert ways("sK #2", "a1") == {f"-a{row}" for row in range(2, 12)} | {"*b1"}


@pytest.mark.parametrize(("unit", "reach"), [("1", 1), ("2", 2), ("3", 3)])
def test_phases_are_individual(unit: str, reach: int) -> None:
    """K8: each by its own army, whatever phase the others are in."""
    v = play(f"s{unit} .. .. .. ..\nn1 .. .. .. ..", "south: a2-b2")
    assert v.refused is None
    found = ways(f"s{unit} .. .. .. ..\nn1 .. .. .. ..", "a2")
    assert max(text.count("-") for text in found) == reach


def test_a_class_that_is_gone_leads_to_the_next_phase() -> None:
    """K9, HK13, I52: also where higher classes went first; the King does not count."""
    last = "s1 .. ..\nn1 .. ..\n.. .. s3"
    v = play(last, "north: a2xa3")
    assert v.pieces == {"a3": "n1", "c1": "s3"}
    assert v.then("south: c1-c2-c3-b3").refused is None


def test_only_the_lowest_units_and_the_king_are_moved() -> None:
    """K11, K12, I9."""
    board = "s1 .. s2\n.. .. ..\nsK .. s3"
    assert play(board, "south: c3-c2").refused == ("illegal", "K11")
    assert play(board, "south: c1-c2").refused == ("illegal", "K11")
    assert play(board, "south: a1-a2").refused is None


def test_the_king_goes_as_far_as_the_phase_lets_it() -> None:
    """HK15, K12."""
    assert ways("s2 .. ..\n.. .. ..\nsK .. ..", "a1") >= words("-b1-c1 -a2-b2")
    assert play("s1 ..\nsK ..", "south: a1-b1-c1").refused == ("illegal", "K5")


def test_own_units_are_passed_but_not_stopped_on() -> None:
    """K29, HK9."""
    board = "s2 s2 ..\n.. .. .."
    v = play(board, "south: a2-b2-c2")
    assert (v.refused, v.pieces) == (None, {"b2": "s2", "c2": "s2"})
    assert play(board, "south: a2-b2").refused == ("illegal", "K29")


@pytest.mark.parametrize(("thing", "rule"), [("n1", "HK9"), ("#3", "K31")])
def test_enemy_units_and_blockers_are_not_passed(thing: str, rule: str) -> None:
    """HK9, K31: enemy units and blockers are in the way."""
    assert play(f"s2 {thing} ..", "south: a1-b1-c1").refused == ("illegal", rule)


def test_units_of_allies_are_neither_passed_nor_attacked() -> None:
    """I53, HK9, K23."""
    board, rest = "s2 w1 ..", {"players": 3, "allies": [["south", "west"]]}
    assert play(board, "south: a1-b1-c1", **rest).refused == ("illegal", "I53")
    assert play(board, "south: a1-b1", **rest).refused == ("illegal", "I53")
    assert play(board, "south: a1xb1", **rest).refused == ("illegal", "I5")


def test_a_way_comes_to_no_square_twice() -> None:
    """I8: nor back to its start."""
    for text in ("a1-b1-a1", "a1-b1-b2-b1", "a1-c1-b1", "a1-a1"):
        assert play("s3 .. ..", f"south: {text}").refused == ("illegal", "I8")


def test_a_straight_hop_is_read_for_all_squares_between() -> None:
    """I4, K5: in any phase, and judged as if it were written out."""
    v = play("s3 .. ..", "south: a1-c1")
    assert (v.refused, v.said["events"][0]["order"]) == (None, "a1-b1-c1")
    assert v.said["events"][0]["path"] == ["a1", "b1", "c1"]
    assert play("s1 .. ..", "south: a1-c1").refused == ("illegal", "K5")
    assert play("s3 n1 ..", "south: a1-c1").refused == ("illegal", "HK9")


def test_in_phase_4_a_way_is_written_by_its_ends() -> None:
    """I4: read with all squares, too."""
    v = play("sK", "south: a1-a2-a3-a4")
    assert v.said["events"][0]["order"] == "a1-a4"
    assert v.said["events"][0]["path"] == ["a1", "a2", "a3", "a4"]


def test_a_side_without_a_seat_has_no_zone() -> None:
    """I50: with three players the east side is like any other place."""
    board = {"m5": "south 1", "l7": "north 1"}
    v = play("", "south: m5-m6", players=3, pieces=board)
    assert (v.refused, v.pieces["m6"]) == (None, "s1")


def test_own_zones_are_entered_again() -> None:
    """HK17, I11: by all but the King."""
    assert play("", "south: d3-d2", pieces={"d3": "south 1"}).refused is None


def test_zones_of_allies_are_entered() -> None:
    """HK18, I11."""
    board, allies = {"e3": "west 1"}, [["south", "west"]]
    assert play("", "west: e3-e2", players=3, pieces=board).refused == ("illegal", "K27")
    v = play("", "west: e3-e2", players=3, pieces=board, allies=allies)
    assert v.refused is None
