"""Towers, drawbridges, the grail."""

from __future__ import annotations

import pytest

from .table import choices, play

GATE = "s1 - st1, s2 - wt1, s1 - s2 - s3"


def test_raising_a_bridge_costs_two_points() -> None:
    """G38, GR24, A86, A87: with nobody there."""
    v = play(GATE, {"s3": "south K"}, "south: raise st1")
    assert (v.points, v.position["raised"]) == (18, ["st1"])


def test_the_holder_of_a_tower_raises_its_bridge() -> None:
    """G38, GR24, A87."""
    assert play(GATE, {"wt1": "south K"}, "south: raise wt1").kind is None
    v = play(GATE, {"st1": "west K"}, "south: raise st1")
    assert (v.kind, v.rule) == ("illegal", "A87")


@pytest.mark.parametrize(
    ("order", "position"),
    [
        ("raise wt1", {}),
        ("raise s1", {}),
        ("raise st1", {"raised": ["st1"]}),
        ("raise st1", {"used": 19}),
        ("lower st1", {"raised": ["st1"]}),
        ("lower wt1", {}),
    ],
)
def test_impossible_orders_to_a_bridge_are_illegal(order: str, position: dict[str, object]) -> None:
    """A87."""
    assert play(GATE, {"s3": "south K"}, f"south: {order}", **position).kind == "illegal"


@pytest.mark.parametrize(("piece", "allowed"), [("S", True), ("K", False), ("E(S)", False)])
def test_only_a_soldier_alone_lowers_a_bridge(piece: str, allowed: bool) -> None:
    """G34, A87: for a point, in any tower."""
    v = play(GATE, {"wt1": f"south {piece}"}, "south: lower wt1", raised=["wt1"])
    assert (v.kind is None) == allowed
    assert v.points == 19 or not allowed


@pytest.mark.parametrize("piece", ["S", "K", "E", "C", "M"])
def test_a_raised_bridge_bars_the_way_in_and_out(piece: str) -> None:
    """G38, GR24, A86: its owner's, too."""
    assert play(GATE, {"s1": f"south {piece}"}, "south: s1-st1", raised=["st1"]).rule == "G38"
    assert play(GATE, {"st1": f"south {piece}"}, "south: st1-s1", raised=["st1"]).rule == "GR24"


def test_a_raised_bridge_bars_recaptures() -> None:
    """G38, A86."""
    start = {"st1": "south S", "s1": "west K", "s2": "west W(S)"}
    v = play(GATE, {**start, "s3": "south K"}, "west: s1xst1", raised=["st1"])
    assert v.rule == "G38"


def test_bridges_open_as_the_turn_of_their_controller_begins() -> None:
    """G38, GR24, A87: not before."""
    v = play(GATE, {"s3": "south K"}, "south: raise st1; end", "west: end", "north: end")
    assert v.position["raised"] == ["st1"]
    assert "raised" not in v.then("east: end").position


def test_bridges_open_at_a_skipped_turn() -> None:
    """GR24, A87."""
    held = {f"st{n}": "east S" for n in range(1, 6)}
    board = "s1 - st1, s2 - st2, s3 - st3, s4 - st4, s5 - st5 , s6 - wt1"
    v = play(board, {**held, "wt1": "south K"}, "east: end", raised=["wt1"])
    assert v.to_act == {"west": "turn"}
    assert "raised" not in v.position


def test_bridges_open_for_the_holder_of_the_tower() -> None:
    """GR24: the conqueror's stays up in its owner's turn."""
    v = play(GATE, {"wt1": "south K"}, "south: raise wt1; end")
    assert v.position["raised"] == ["wt1"]


def test_a_tower_and_a_grail_field_cost_four_points_each() -> None:
    """G36: given back at once."""
    v = play(GATE, {"st1": "west S", "s1": "south K"}, "south: s1xst1")
    assert v.points == 19
    v = play("s1 - g1", {"g1": "west M"}, "east: end")
    assert v.points == 16


def test_a_tower_that_its_occupier_leaves_gives_its_points_back_at_once() -> None:
    """G36: to its owner, in whose turn a recapture led away; who leaves it gains nothing."""
    start = {"s1": "south K", "s2": "west S", "st1": "west K"}
    v = play("s1 - s2 - st1", start, "south: s1xs2")
    assert v.points == 15
    assert v.then("west: st1xs2").points == 19
    v = play("s1 - wt1", {"wt1": "south K"}, "south: wt1-s1")
    assert v.points == 19
    assert v.then("south: end").points == 20


@pytest.mark.parametrize(
    ("piece", "allowed"),
    [("S", True), ("K", True), ("M", True), ("E", False), ("C", False), ("T", False), ("W", False)],
)
def test_soldiers_knights_and_camels_alone_enter_the_grail(piece: str, allowed: bool) -> None:
    """G36."""
    v = play("c1 - g1", {"c1": f"south {piece}"}, "south: c1-g1")
    assert (v.kind is None) == allowed
    assert allowed or v.rule == "G36"


def test_a_seat_that_lost_five_fields_is_frozen() -> None:
    """G37."""
    held = {f"wt{n}": "south S" for n in range(1, 5)} | {"g1": "north S"}
    board = "s1 - wt1, s2 - wt2, s3 - wt3, s4 - wt4, s5 - g1, s6 - s7"
    v = play(board, {**held, "s6": "south K", "s7": "west S"}, "south: end")
    assert v.to_act == {"north": "turn"}
    v = play(board, {**held, "s6": "south K", "s7": "west S", "s5": "west K"}, "south: s6xs7")
    assert v.to_act == {"south": "turn"}


def test_marked_stretches_bar_elephants_and_chariots() -> None:
    """G35: as in Conquest."""
    for piece in ("E", "C"):
        assert play("c1 > c2", {"c2": f"south {piece}"}, "south: c2-c1").rule == "C43"
        assert play("c1 > c2", {"c1": f"south {piece}"}, "south: c1-c2").kind is None


def test_options_list_bridges_to_raise_and_lower() -> None:
    """A44."""
    listed = choices(GATE, {"s3": "south K", "wt1": "south S"}, raised=["wt1"])
    assert {"raise st1", "lower wt1"} <= {*listed}
    assert "raise wt1" not in listed
