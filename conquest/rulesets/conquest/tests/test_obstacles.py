"""The v-marked ways, the suspension bridges, and other bridges (C7, C43, C44, CR35, CR36)."""

from __future__ import annotations

import pytest

from tests.conquest.islands.table import choices, judge_case, play

ELEPHANTS = ["E", "E(S)", "E(S,S)"]
CHARIOTS = ["C", "C(S)"]


def walk(board: str, piece: str, path: str) -> str | None:
    """Let a South piece walk a path; tell what is refused."""
    return play(board, {path[:2]: f"south {piece}"}, f"south: {path}").kind


@pytest.mark.parametrize("piece", [*ELEPHANTS, *CHARIOTS])
def test_elephants_and_chariots_pass_a_v_mark_one_way(piece: str) -> None:
    """C43: toward the grail, never back."""
    assert walk("c1>c2", piece, "c1-c2") is None
    assert walk("c1>c2", piece, "c2-c1") == "illegal"
    assert walk("c1>c2-c3", piece, "c1-c2-c1") == "illegal"


@pytest.mark.parametrize("piece", ["S", "K"])
def test_other_pieces_pass_a_v_mark_both_ways(piece: str) -> None:
    """C43."""
    assert walk("c1>c2", piece, "c1-c2-c1") is None


@pytest.mark.parametrize("piece", [*ELEPHANTS, *CHARIOTS])
def test_a_v_mark_bars_stretches_not_fields(piece: str) -> None:
    """CR35: round about, over another road, there is a way out."""
    assert walk("c1>c2-c3-c1", piece, "c2-c3-c1") is None


@pytest.mark.parametrize("mount", ["E(S)", "C(S)"])
def test_a_carried_soldier_can_walk_out_past_a_v_mark(mount: str) -> None:
    """CR35, A51."""
    v = play("c1>c2", {"c2": f"south {mount}"}, "south: S@c2-c1")
    assert v.pieces == {"c1": "south S", "c2": f"south {mount[0]}"}


def test_no_elephant_captures_its_way_out_past_a_v_mark() -> None:
    """C43."""
    pieces = dict(c1="west K", c2="south E(S)")
    assert play("c1>c2", pieces, "south: c2xc1").kind == "illegal"
    assert play("c1>c2", pieces, "south: S@c2xc1").kind is None


@pytest.mark.parametrize("piece", ELEPHANTS)
def test_suspension_bridges_are_closed_to_elephants(piece: str) -> None:
    """C44: loaded or not, in both directions."""
    assert walk("s1=s2", piece, "s1-s2") == "illegal"
    assert walk("s1=s2", piece, "s2-s1") == "illegal"
    assert walk("s1-s2=s3", piece, "s1-s2-s3") == "illegal"


@pytest.mark.parametrize("piece", ["S", "K", *CHARIOTS])
def test_suspension_bridges_are_open_to_all_other_pieces(piece: str) -> None:
    """C44."""
    assert walk("s1=s2", piece, "s1-s2-s1") is None


def test_a_soldier_can_leave_the_elephant_for_the_suspension_bridge() -> None:
    """C44: only the elephant is barred."""
    v = play("s1=s2", dict(s1="south E(S)"), "south: S@s1-s2")
    assert v.pieces == dict(s1="south E", s2="south S")


def test_a_suspension_bridge_is_closed_to_elephants_aboard() -> None:
    """A51: neither leaving nor entering a vessel over it."""
    pieces = dict(h1="south B(E(S))")
    assert play("h1=s1", pieces, "south: E@h1-s1").kind == "illegal"
    assert play("h1=s1", pieces, "south: S@h1-s1").kind is None
    assert play("h1=s1", dict(h1="south B", s1="south E"), "south: s1-h1").kind == "illegal"
    assert play("h1=s1", dict(h1="south B", s1="south C"), "south: s1-h1").kind is None


def test_a_suspension_bridge_bars_by_the_kind_that_moves() -> None:
    """A51: what is carried does not matter to the carrier's way."""
    v = play("m1~m2", dict(m1="south G(E(S))"), "south: m1-m2")
    assert v.pieces == dict(m2="south G(E(S))")


def test_options_hold_no_way_over_an_obstacle() -> None:
    """C43, C44, A44."""
    board = "c1>c2=c3"
    assert choices(board, dict(c2="south E")) == ["end"]
    assert choices(board, dict(c2="south C")) == ["c2-c3", "end"]
    assert choices(board, dict(c2="south S")) == ["c2-c1", "c2-c3", "end"]


@pytest.mark.parametrize("bridge", ["S27-BSW1-BSW2-W15", "N27-BNE1-BNE2-E15"])
def test_both_suspension_bridges_of_the_four_islands_bar_elephants(bridge: str) -> None:
    """C44: South to West and North to East; every other bridge is open to all."""
    assert on_four_islands("E", bridge) == "illegal"
    assert on_four_islands("C", bridge) is None


@pytest.mark.parametrize("bridge", ["W27-BWN1-BWN2-N15", "E27-BES1-BES2-S15", "S11-BS1-BS2-C01"])
def test_other_bridges_of_the_four_islands_are_open_to_elephants(bridge: str) -> None:
    """C7, C44."""
    assert on_four_islands("E(S,S)", bridge) is None


@pytest.mark.parametrize("step", ["C04-P2", "C16-P6", "C25-P4"])
def test_v_marks_of_the_four_islands_bar_the_way_back(step: str) -> None:
    """C43."""
    back = "-".join(reversed(step.split("-")))
    assert on_four_islands("E", step) is None
    assert on_four_islands("C", step) is None
    assert on_four_islands("E", back) == "illegal"
    assert on_four_islands("C", back) == "illegal"
    assert on_four_islands("K", back) is None


def on_four_islands(piece: str, path: str) -> str | None:
    start = path.split("-")[0]
    return judge_case(
        {
            "ruleset": "conquest",
            "board": "four-islands",
            "position": {"turn": "south", "number": 9, "pieces": {start: f"south {piece}"}},
            "orders": [["south", path]],
        }
    ).kind
