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


@pytest.mark.parametrize("vessel", ["B", "G"])
@pytest.mark.parametrize("piece", ["E", "E(S)", "K", "C", "M", "M(S)", "T"])
def test_nothing_but_a_soldier_boards_beside_a_soldier(piece: str, vessel: str) -> None:
    """G18."""
    for load in ("S", "S,S"):
        start = {"h1": f"south {vessel}({load})", "s1": f"south {piece}"}
        v = play(QUAY, start, "south: s1-h1")
        assert (v.kind, v.rule) == ("illegal", "G18" if piece + vessel == "TB" else "C20")
    v = play(QUAY, {"h1": f"south {vessel}(S)", "s1": "south S"}, "south: s1-h1")
    assert v.pieces == {"h1": f"south {vessel}(S,S)"}


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


ANSWERING = [("s", piece) for piece in ("S", "K", "E", "E(S,S)", "C", "C(S)", "M(S)")]
ANSWERING += [("m", "B"), ("m", "G(S)")]
SHORE = "s0 - s1 - s2 - s3 - s4 - s5, s0 - s2, m0 ~ m1 ~ m2 ~ m3 ~ m4 ~ m5, m0 ~ m2"


def before_a_capture(ground: str, west: dict[int, str]) -> dict[str, str]:
    """South stands on field 1, ashore or at sea, West on field 2 and with the pieces given."""
    mover, prey = ("K", "S") if ground == "s" else ("G", "B")
    answering = {f"{ground}{n}": f"west {piece}" for n, piece in west.items()}
    return {f"{ground}1": f"south {mover}", f"{ground}2": f"west {prey}", **answering}


@pytest.mark.parametrize("far", [3, 4])
@pytest.mark.parametrize(("ground", "piece"), ANSWERING)
def test_any_piece_within_two_fields_recaptures(ground: str, piece: str, far: int) -> None:
    """G7: and is offered it."""
    start = before_a_capture(ground, {far: piece})
    answer = {3: "@3x@2", 4: "@4-@3x@2"}[far].replace("@", ground)
    v = play(SHORE, start, f"south: {ground}1x{ground}2")
    assert answer in v.choices()
    v = v.then(f"west: {answer}")
    assert v.pieces == {f"{ground}2": f"west {piece}"}
    assert v.captured == {"south": 1, "west": 1}


@pytest.mark.parametrize(("ground", "piece"), ANSWERING)
def test_no_piece_recaptures_from_three_fields_away(ground: str, piece: str) -> None:
    """G7: neither alone, nor where West is asked for another piece's sake."""
    capture = f"south: {ground}1x{ground}2"
    v = play(SHORE, before_a_capture(ground, {5: piece}), capture)
    assert v.to_act == {"south": "turn"}
    near = "S" if ground == "s" else "B"
    v = play(SHORE, before_a_capture(ground, {5: piece, 0: near}), capture)
    assert {*v.choices()} == {"pass", f"{ground}0x{ground}2"}
    v = v.then(f"west: {ground}5-{ground}4-{ground}3x{ground}2")
    assert (v.kind, v.rule) == ("illegal", "C26")


def test_a_waiver_leaves_the_left_neighbour_no_recapture() -> None:
    """G8."""
    start = {"s1": "south K", "s2": "west S", "s3": "west C"}
    assert play(QUAY, start, "south: s1xs2!").to_act == {"west": "turn"}


@pytest.mark.parametrize(("used", "owed"), [(19, "turn"), (18, "recapture")])
def test_the_last_point_leaves_the_left_neighbour_no_recapture(used: int, owed: str) -> None:
    """G8: with one point left they are asked."""
    start = {"s1": "south K", "s2": "west S", "s3": "west C"}
    assert play(QUAY, start, "south: s1xs2", used=used).to_act == {"west": owed}


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
