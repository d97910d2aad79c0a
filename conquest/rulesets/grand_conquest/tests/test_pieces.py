"""Ranges, loads and captures, as in Conquest and where they differ."""

from __future__ import annotations

import pytest

from .table import judge_case, play

LONG = " - ".join(f"s{n}" for n in range(1, 12))
QUAY = "s1 - h1 ~ m1, s1 - s2 - s3"


@pytest.mark.parametrize(
    ("piece", "steps", "rule"),
    [
        ("S", 2, "G9"),
        ("E", 6, "G10"),
        ("K", 6, "G12"),
        ("M", 8, "G14"),
        ("C", 8, "G25"),
        ("T", 2, "G26"),
        ("W", 2, "G32"),
    ],
)
def test_each_figure_has_its_range(piece: str, steps: int, rule: str) -> None:
    """G9, G10, G12, G14, G25, G26, G32."""
    path = [f"s{n}" for n in range(1, steps + 3)]
    start = {"s1": f"south {piece}"}
    assert play(LONG, start, f"south: {'-'.join(path[:-1])}").kind is None
    v = play(LONG, start, f"south: {'-'.join(path)}")
    assert (v.kind, v.rule) == ("illegal", rule)


@pytest.mark.parametrize("load", ["E", "E(S,S)", "K", "M", "M(S)", "C(S)", "S", "S,S"])
@pytest.mark.parametrize("vessel", ["B", "G"])
def test_vessels_carry_their_loads(vessel: str, load: str) -> None:
    """G18."""
    v = play(QUAY, {"h1": f"south {vessel}({load})"}, "south: h1-m1")
    assert v.pieces == {"m1": f"south {vessel}({load})"}


def test_no_camel_boards_beside_a_soldier() -> None:
    """G18."""
    v = play(QUAY, {"h1": "south B(S)", "s1": "south M"}, "south: s1-h1")
    assert (v.kind, v.rule) == ("illegal", "C20")


@pytest.mark.parametrize("mount", ["E", "C", "M", "W"])
def test_mounting_and_getting_off_take_a_step_each(mount: str) -> None:
    """G9."""
    v = play(QUAY, {"s1": "south S", "s2": f"south {mount}"}, "south: s1-s2; S@s2-s3")
    assert v.pieces == {"s2": f"south {mount}", "s3": "south S"}
    assert v.points == 18


@pytest.mark.parametrize(("one", "other"), [("E", "C"), ("M", "E"), ("W", "M"), ("C", "W")])
def test_a_soldier_changes_no_mount_directly(one: str, other: str) -> None:
    """G9, C10."""
    v = play(QUAY, {"s1": f"south {one}(S)", "s2": f"south {other}"}, "south: S@s1-s2")
    assert (v.kind, v.rule) == ("illegal", "C10")


def test_two_soldiers_cannot_share_a_field() -> None:
    """G9."""
    v = play(QUAY, {"s1": "south S", "s2": "south S"}, "south: s1-s2")
    assert (v.kind, v.rule) == ("illegal", "C8")


def test_a_knight_jumps_an_own_piece_and_cannot_end_on_it() -> None:
    """G12."""
    start = {"s1": "south K", "s2": "south S"}
    assert play(QUAY, start, "south: s1-s2-s3").kind is None
    assert play(QUAY, start, "south: s1-s2").rule == "C14"


def test_a_loaded_piece_is_captured_whole() -> None:
    """G6."""
    assert play(QUAY, {"s1": "south K", "s2": "west M(S)"}, "south: s1xs2").captured == {"south": 2}


def test_a_boarded_vessel_changes_its_owner_for_good() -> None:
    """G5: boarding regenerates; retaken it returns."""
    v = play(QUAY, {"s1": "south K", "h1": "west B"}, "south: s1xh1; K@h1-s1; h1-m1")
    assert v.pieces == {"m1": "south B", "s1": "south K"}
    start = {"s1": "south K", "h1": "west B", "s2": "west K"}
    v = play(QUAY, start, "south: s1xh1", "west: s2-s1xh1")
    assert v.pieces == {"h1": "west B(K)"}


def test_a_victim_recaptures_with_another_piece() -> None:
    """G7."""
    start = {"s1": "south K", "s2": "west S", "s3": "west C"}
    v = play(QUAY, start, "south: s1xs2", "west: s3xs2")
    assert v.captured == {"south": 1, "west": 1}


def test_a_waiver_leaves_the_left_neighbour_no_recapture() -> None:
    """G8."""
    start = {"s1": "south K", "s2": "west S", "s3": "west C"}
    assert play(QUAY, start, "south: s1xs2!").to_act == {"west": "turn"}


@pytest.mark.parametrize("there", ["E", "E(S)", "W"])
def test_soldiers_cannot_capture_elephants_or_engines(there: str) -> None:
    """G4, G9, A92."""
    assert play(QUAY, {"s1": "south S", "s2": f"west {there}"}, "south: s1xs2").kind == "illegal"


@pytest.mark.parametrize("letter", ["M", "T", "W"])
def test_conquest_has_none_of_the_new_pieces(letter: str) -> None:
    """A20, A102."""
    from tests.conquest.islands import table

    v = table.play(QUAY, {"s1": f"south {letter}"}, "south: s1-s2")
    assert "fault" in v.said


@pytest.mark.parametrize(
    ("piece", "vessel", "rule"),
    [("T", "B", "G18"), ("W", "B", "G32"), ("W", "G", "G32")],
)
def test_no_ship_carries_a_catapult_and_no_vessel_a_siege_engine(
    piece: str, vessel: str, rule: str
) -> None:
    """G18, G32."""
    v = play("s1 - h1", {"s1": f"south {piece}", "h1": f"south {vessel}"}, "south: s1-h1")
    assert (v.kind, v.rule) == ("illegal", rule)


@pytest.mark.parametrize(
    ("board", "foot", "top"),
    [
        ("great-islands", "C26", "P8"),
        ("three-islands", "C06", "P3"),
        ("three-islands", "C14", "P6"),
        ("three-islands", "C22", "P9"),
    ],
)
@pytest.mark.parametrize("piece", ["T", "W"])
def test_no_engine_crosses_the_bridge_up_to_the_grail(
    board: str, foot: str, top: str, piece: str
) -> None:
    """G35, A90: in neither direction."""
    for start, end in ((foot, top), (top, foot)):
        pieces = {start: f"south {piece}", "S11": "south K", "S12": "south K", "W11": "west K"}
        position = {"turn": "south", "number": 9, "pieces": pieces}
        case = {"ruleset": "grand-conquest", "board": board, "position": position}
        v = judge_case({**case, "orders": [["south", f"{start}-{end}"]]})
        assert (v.kind, v.rule) == ("illegal", "G35")
        assert f"{start}-{end}" not in judge_case(case).choices()
