"""Attacks on units (K6, K26 to K28, HK6, HK10 to HK12, I5, I12 to I16, I44)."""

from __future__ import annotations

from typing import Any

import pytest

from conquest.rulesets.armada.ruleset import RULES

from .positions import known_state, play, ways, words

PAIR = """
    .. n1 ..
    s1 .. ..
"""


def test_an_attack_captures_a_unit_of_the_lowest_class_and_takes_its_square() -> None:
    """K6, K26, K42: the captured unit is named to all (HK6)."""
    v = play(PAIR, "south: a1-a2", "north: b2xa2")
    assert (v.refused, v.pieces, v.lost) == (None, {"a2": "n1"}, {"south": "1"})
    assert (v.position["stirred"], v.position["acted"]) == (5, 5)
    for viewer in ("south", "north", "public"):
        seen = play(PAIR, "south: a1-a2", "north: b2xa2", view=viewer).view
        assert seen["lost"] == {"south": ["1"], "north": []}


def test_a_hyphen_before_an_enemy_is_read_as_an_attack() -> None:
    """I5: and an x before anything else is refused."""
    board = "s1 n1 ..\n.. .. .."
    v = play(board, "south: a2-b2")
    assert (v.refused, v.said["events"][0]["order"]) == (None, "a2xb2")
    for text in ("a2xa1", "a2xa3"):
        assert play(board, f"south: {text}").refused == ("illegal", "I5")
    assert play("s1 s1", "south: a1xb1").refused == ("illegal", "I5")
    assert play("s1 #1", "south: a1xb1").refused == ("illegal", "I5")


HIGHER = """
    s2 n{} .. n1
    .. .. .. ..
"""


@pytest.mark.parametrize("rank", "23K")
def test_only_the_lowest_units_can_be_captured(rank: str) -> None:
    """K11, K26, HK10: an attack on another is legal, and nothing moves (HK11, I14)."""
    v = play(HIGHER.format(rank), "south: a2xb2")
    assert v.refused is None
    assert v.pieces == {"a2": "s2", "b2": f"n{rank}", "d2": "n1"}
    assert (v.lost, v.kinds[0], v.to_act) == ({}, "bounced", {"north": "turn"})


def test_a_fruitless_attack_leaves_the_unit_where_it_began() -> None:
    """HK11, K26: also where it would have gone some squares."""
    v = play("s2 .. n2 n1\n.. .. .. ..", "south: a2-b2xc2")
    assert (v.refused, v.pieces) == (None, {"a2": "s2", "c2": "n2", "d2": "n1"})


def test_a_fruitless_attack_names_nobody() -> None:
    """HK11, I14: all learn the result, nobody the rank."""
    for rank in "23":
        v = play(HIGHER.format(rank), "south: a2xb2", view="south")
        assert v.said["events"][0] == {
            "kind": "bounced",
            "seat": "south",
            "order": "a2xb2",
            "path": ["a2", "b2"],
            "victim": "north",
        }
        assert v.view["pieces"]["b2"] == "north ?"
        assert "shown" not in v.view


def test_a_fruitless_attack_counts_as_acted_but_stirs_nothing() -> None:
    """I16, HK30."""
    v = play(HIGHER.format(2), "south: a2xb2")
    assert (v.position["acted"], v.position["stirred"]) == (5, 4)


def test_the_king_is_captured_once_nothing_else_lives() -> None:
    """HK10, HK13, K15."""
    v = play("sK nK", "south: a1xb1", bare=True)
    assert (v.refused, v.ended) == (None, (["south"], "last_standing"))


def test_the_king_can_always_be_captured_where_the_table_says_so() -> None:
    """I15, HK10."""
    v = play(HIGHER.format("K"), "south: a2xb2", options={"king": "always"})
    assert (v.lost, v.ended) == ({"north": "K"}, (["south"], "last_standing"))
    v = play(HIGHER.format("2"), "south: a2xb2", options={"king": "always"})
    assert v.lost == {}


ZONE = {"d3": "north 1", "d2": "south 3", "e2": "south 1"}


def test_enemy_start_zones_are_not_entered() -> None:
    """K27, I11: nor passed."""
    v = play("", "north: d3-d2", pieces={"d3": "north 1"})
    assert v.refused == ("illegal", "K27")
    v = play("", "north: c2-d2-d3", pieces={"c2": "north 2"})
    assert v.refused == ("illegal", "K27")


@pytest.mark.parametrize("rank", "123K")
def test_a_unit_in_a_live_enemy_zone_is_revealed_and_stays(rank: str) -> None:
    """K28, HK12, I12: whatever it is; the attacker stays, too."""
    pieces = {"d3": "north 1", "d2": f"south {rank}"}
    v = play("", "north: d3xd2", pieces=pieces, view="public")
    assert (v.refused, v.kinds[0]) == (None, "revealed")
    assert (v.pieces["d3"], v.pieces["d2"]) == ("n1", f"s{rank}")
    assert v.position["shown"] == v.view["shown"] == {"d2": f"south {rank}"}
    assert v.said["events"][0]["rank"] == rank
    assert v.view["pieces"]["d2"] == "south ?"


def test_a_step_onto_an_empty_square_of_the_zone_is_no_attack() -> None:
    """I12, K27."""
    v = play("", "north: d3xd2", pieces={"d3": "north 1"})
    assert v.refused == ("illegal", "I12")


def test_a_revealed_unit_is_shown_until_the_next_turn_or_throw() -> None:
    """I44, HK12: an entry that is neither leaves it."""
    v = play("", "north: d3xd2", pieces=ZONE)
    assert v.position["shown"] == {"d2": "south 3"}
    assert "shown" not in v.then("south: k4-k5").position
    assert v.then("south: k4-k9").position["shown"] == {"d2": "south 3"}
    three = play("", "north: e3xe2", players=3, pieces={"e3": "north 1", "e2": "south 3"})
    assert three.then("south: ally west").position["shown"] == {"e2": "south 3"}


def test_a_revealed_unit_stays_shown_after_a_skipped_throw_and_a_forced_pass() -> None:
    """I44, I42, I23: neither is an entry that is a turn or a throw."""
    revealed: dict[str, Any] = {"pieces": {"e11": "south 1", "e12": "north 1"}, "players": 3}
    v = play("", "south: e11xe12", defeated=["west"], **revealed)
    assert v.then("west: skip").position["shown"] == {"e12": "north 1"}
    assert "shown" not in v.then("west: throw c3").position
    locked = {"a1": "west 1", "a2": "west 2", "b1": "west 2", "a13": "west K", "b13": "west 2"}
    locked |= {"a12": "west 2", **revealed["pieces"]}
    v = play("", "south: e11xe12", players=3, pieces=locked)
    assert (v.to_act, v.position["turns"]["west"]) == ({"north": "turn"}, 1)
    assert v.position["shown"] == {"e12": "north 1"}


def test_revealing_a_unit_counts_as_acted_but_stirs_nothing() -> None:
    """I16: it counts as acted."""
    v = play("", "north: d3xd2", pieces=ZONE)
    assert (v.position["acted"], v.position["stirred"]) == (5, 4)


def test_the_king_can_reveal_from_afar_in_phase_4() -> None:
    """I12, K28: along its line."""
    v = play("", "south: d3xd10", pieces={"d3": "south K", "d10": "north 2"})
    assert (v.refused, v.kinds[0], v.pieces["d3"]) == (None, "revealed", "sK")


def test_in_a_cancelled_zone_a_unit_is_captured_like_any_other() -> None:
    """K18, K13: and everybody may enter."""
    zones = {"south": False, "north": True}
    v = play("", "north: d3xe3", "south: k4-k5", pieces={"d3": "north 1", "e3": "south 1"})
    assert v.pieces == {"e3": "n1", "k5": "sK"}
    pieces = {"d3": "north 1", "d2": "south 1"}
    v = play("", "north: d3xd2", pieces=pieces, zones=zones)
    assert (v.pieces["d2"], v.lost) == ("n1", {"south": "1"})
    assert play("", "north: d3-d2", pieces={"d3": "north 1"}, zones=zones).refused is None


def test_a_unit_in_a_zone_of_an_ally_is_no_enemy_to_reveal() -> None:
    """I13: a unit that stands there is attacked as anywhere, if it is an enemy at all."""
    pieces, rest = {"e3": "west 1", "e2": "north 1"}, {"allies": [["south", "west"]]}
    v = play("", "west: e3xe2", players=3, pieces=pieces, **rest)
    assert (v.kinds[0], v.pieces["e2"]) == ("captured", "w1")


def test_options_list_attacks() -> None:
    """I47: those that will be fruitless, too, for nobody knows."""
    assert ways("s1 n2 ..\nn1 .. ..", "a2") == words("xb2 -a3 xa1")
    found = ways("", "d3", turn="north", pieces=ZONE)
    assert found == words("xd2 -c3 -e3 -d4")


def test_threats_are_attacks_that_could_capture() -> None:
    """K28, HK10: by the shortest way each, and none into a live zone."""
    strikes = RULES.composing.possible_captures(known_state("s2 .. n1\n.. .. ..", "south"), "south")
    assert [one.text for one in strikes] == ["a2-b2xc2"]
    state = known_state("", "north", turn="south", pieces={"d3": "north 1", "d2": "south 3"})
    assert RULES.composing.possible_captures(state, "north") == ()
