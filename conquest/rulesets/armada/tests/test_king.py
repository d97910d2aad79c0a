"""The King and the start zones (K12 to K14, HK16 to HK18, I10, I24, I58)."""

from __future__ import annotations

import pytest

from .positions import play, ways, words

HOME = {"d1": "south K", "k3": "south 1"}


def test_a_king_at_home_after_its_fifth_turn_cancels_the_zone() -> None:
    """K13, K14, HK16, I24: checked when the turn is over."""
    v = play("", "south: k3-k4", pieces=HOME | {"k4": "south 2"}, turns={"south": 4})
    assert v.refused == ("illegal", "K29")
    v = play("", "south: k3-j3", pieces=HOME, turns={"south": 4})
    assert v.position["zones"] == {"south": False, "north": True}
    assert v.kinds == ["moved", "turn_ended", "zone_cancelled", "called"]
    assert v.position["turns"] == {"south": 5, "north": 0}


@pytest.mark.parametrize("turns", range(4))
def test_before_its_fifth_turn_a_king_may_stay_at_home(turns: int) -> None:
    """K14, I24."""
    v = play("", "south: k3-j3", pieces=HOME, turns={"south": turns})
    assert v.position["zones"]["south"] is True


def test_with_its_fifth_turn_a_king_can_still_leave() -> None:
    """K14."""
    v = play("", "south: d1-c1", pieces=HOME, turns={"south": 4})
    assert v.position["zones"]["south"] is True


def test_a_cancelled_zone_stays_cancelled() -> None:
    """K13: for the rest of the game."""
    v = play("", "south: k3-j3", pieces=HOME, turns={"south": 9})
    v = v.then("north: k8-k9", "south: d1-c1")
    assert (v.refused, v.position["zones"]["south"]) == (None, False)


def test_the_king_is_checked_at_the_end_of_own_turns_only() -> None:
    """HK16, I24."""
    v = play("", "north: k8-k9", pieces=HOME, turns={"south": 9, "north": 9})
    assert v.position["zones"] == {"south": True, "north": True}


def test_the_king_is_checked_when_the_capture_has_won() -> None:
    """I58: nothing follows it but the end."""
    pieces = {"d1": "south K", "a1": "south 1", "a2": "north K"}
    v = play("", "south: a1xa2", pieces=pieces, turns={"south": 7})
    assert v.ended == (["south"], "last_standing")
    assert v.position["zones"]["south"] is False
    assert v.kinds[-3:] == ["turn_ended", "zone_cancelled", "game_ended"]


INSIDE = {"e1": "south K", "a9": "south 3"}


def test_a_king_walks_inside_its_zone_until_it_has_left() -> None:
    """I10."""
    found = ways("", "d1", pieces={"d1": "south K", "a9": "south 2"})
    assert words("-d2 -e1-e2 -d2-d3 -c1 -c1-b1 -c1-c2") <= found
    assert "-c1-d1" not in found


def test_a_king_that_leaves_its_zone_does_not_come_back_in() -> None:
    """I10, HK17."""
    pieces = {"d2": "south K", "a9": "south 3"}
    assert play("", "south: d2-d3-e3-e2", pieces=pieces).refused == ("illegal", "I10")
    assert play("", "south: d2-e2-e3", pieces=pieces).refused is None


def test_a_king_outside_enters_no_live_zone() -> None:
    """I10, HK16, HK18: neither its own nor an ally's; an enemy's zone no unit enters."""
    board = {"e3": "south K", "a13": "south 1", "b13": "west K"}
    assert play("", "south: e3-e2", players=3, pieces=board).refused == ("illegal", "I10")
    pieces = {"e3": "west K", "m8": "west 1"}
    allied = {"players": 3, "allies": [["south", "west"]]}
    assert play("", "west: e3-e2", pieces=pieces, **allied).refused == ("illegal", "I10")
    assert play("", "west: e3-e2", pieces=pieces, players=3).refused == ("illegal", "K27")


def test_a_king_enters_cancelled_zones() -> None:
    """I10, K18."""
    zones = {"south": False, "north": False}
    pieces = {"d3": "south K", "a9": "south 1"}
    assert play("", "south: d3-d2", pieces=pieces, zones=zones).refused is None
    pieces = {"d9": "south K", "a9": "south 1"}
    assert play("", "south: d9-d10", pieces=pieces, zones=zones).refused is None
