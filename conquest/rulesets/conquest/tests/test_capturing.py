"""Who captures what, conquest of vessels, ranges regained (C12, C19, C22-C25, CR4-CR7)."""

from __future__ import annotations

import pytest

from tests.conquest.islands.table import play

LAND = ("S", "E", "E(S)", "E(S,S)", "C", "C(S)", "K")
WITH_ELEPHANT = {"E", "E(S)", "E(S,S)"}


def figures(piece: str) -> int:
    return sum(letter.isalpha() for letter in piece)


@pytest.mark.parametrize("prey", LAND)
@pytest.mark.parametrize("mover", ["S", "E", "C", "K", "E(S)"])
def test_land_pieces_capture_each_other(mover: str, prey: str) -> None:
    """C13, C22, CR27, A52: all but soldiers against elephants; every figure counts."""
    pieces = {"s1": f"south {mover}", "s2": f"west {prey}"}
    v = play("s1-s2", pieces, "south: s1xs2")
    if mover == "S" and prey in WITH_ELEPHANT:
        assert (v.kind, v.pieces) == ("illegal", pieces)
    else:
        assert v.pieces == {"s2": f"south {mover}"}
        assert v.captured == {"south": figures(prey)}


@pytest.mark.parametrize("prey", ["B", "G", "B(S,S)", "G(K)", "G(E(S,S))", "B(C(S))"])
@pytest.mark.parametrize("mover", ["B", "G", "B(S)"])
def test_a_vessel_is_sunk_with_all_aboard(mover: str, prey: str) -> None:
    """C19, A53: the vessel and every figure aboard count."""
    v = play("m1~m2", {"m1": f"south {mover}", "m2": f"west {prey}"}, "south: m1xm2")
    assert v.pieces == {"m2": f"south {mover}"}
    assert v.captured == {"south": figures(prey)}


@pytest.mark.parametrize(
    ("board", "pieces", "order"),
    [
        ("m1~h1-s1", dict(h1="south B", s1="west S"), "h1xs1"),
        ("s1-h1~m1", dict(s1="south K", m1="west B"), "s1xm1"),
        ("h1~m1", dict(h1="south B(K)", m1="west B"), "K@h1xm1"),
        ("h1~h2", dict(h1="south B(K)", h2="west B"), "K@h1xh2"),
    ],
)
def test_land_pieces_and_vessels_cannot_capture_each_other(
    board: str, pieces: dict[str, str], order: str
) -> None:
    """C22, C18: nobody boards an enemy at sea or over a lane."""
    assert play(board, pieces, f"south: {order}").kind == "illegal"


def test_a_vessel_sinks_another_in_harbour() -> None:
    """C19, C31."""
    v = play("m1~h1-s1", dict(m1="south B", h1="west G(E)"), "south: m1xh1")
    assert (v.pieces, v.captured) == (dict(h1="south B"), {"south": 2})


@pytest.mark.parametrize("boarder", ["S", "K", "C", "E", "E(S,S)", "C(S)"])
@pytest.mark.parametrize("vessel", ["B", "G"])
def test_an_empty_vessel_goes_to_the_seat_that_boards_it(boarder: str, vessel: str) -> None:
    """C23, CR32: one more own piece, nothing captured."""
    v = play("s1-h1", {"s1": f"south {boarder}", "h1": f"west {vessel}"}, "south: s1xh1")
    assert v.pieces == {"h1": f"south {vessel}({boarder})"}
    assert v.captured == {}


@pytest.mark.parametrize(
    ("boarder", "vessel", "crew"),
    [
        ("S", "B(S)", 1),
        ("S", "B(S,S)", 2),
        ("S", "G(K)", 1),
        ("S", "B(C)", 1),
        ("S", "B(C(S))", 2),
        ("K", "B(E)", 1),
        ("K", "B(E(S,S))", 3),
        ("E(S,S)", "G(E(S))", 2),
        ("C", "B(K)", 1),
    ],
)
def test_boarding_a_vessel_captures_its_crew(boarder: str, vessel: str, crew: int) -> None:
    """C23, A53: the crew counts, the vessel changes its owner."""
    v = play("s1-h1", {"s1": f"south {boarder}", "h1": f"west {vessel}"}, "south: s1xh1")
    assert v.pieces == {"h1": f"south {vessel[0]}({boarder})"}
    assert v.captured == {"south": crew}


@pytest.mark.parametrize("vessel", ["B(E)", "B(E(S))", "G(E(S,S))"])
def test_soldiers_cannot_conquer_a_vessel_with_an_elephant(vessel: str) -> None:
    """CR7, A52."""
    v = play("s1-h1", {"s1": "south S", "h1": f"west {vessel}"}, "south: s1xh1")
    assert v.kind == "illegal"


def test_a_dismounting_soldier_can_capture() -> None:
    """C12."""
    v = play("s1-s2", dict(s1="south E(S,S)", s2="west K"), "south: S@s1xs2")
    assert v.pieces == dict(s1="south E(S)", s2="south S")


def test_a_disembarking_soldier_can_capture() -> None:
    """C12, C18, C21: also from the back of an elephant aboard."""
    v = play("h1-s1", dict(h1="south B(E(S))", s1="west K"), "south: S@h1xs1")
    assert v.pieces == dict(h1="south B(E)", s1="south S")


def test_a_load_conquers_a_vessel_over_a_road() -> None:
    """C23, A47."""
    v = play("h1-h2", dict(h1="south B(K)", h2="west G(S)"), "south: K@h1xh2")
    assert (v.pieces, v.captured) == (dict(h1="south B", h2="south G(K)"), {"south": 1})


@pytest.mark.parametrize("order", ["s1xs2", "s1-s2", "s1 - s2", "S@s1-s2", "s1-s2!"])
def test_a_hyphen_is_read_for_the_x_of_a_capture(order: str) -> None:
    """A10, A11."""
    v = play("s1-s2", dict(s1="south S", s2="west S"), f"south: {order}")
    assert (v.pieces, v.captured) == (dict(s2="south S"), {"south": 1})


@pytest.mark.parametrize("order", ["s1xs2", "s1xs2!", "s1-s2xs3", "s1-s2!", "s1-s2-s3!"])
def test_an_x_or_a_bang_without_a_capture_is_illegal(order: str) -> None:
    """A10, A11: an outdated plan stops instead of walking on."""
    v = play("s1-s2-s3", dict(s1="south K"), f"south: {order}")
    assert (v.kind, v.pieces) == ("illegal", dict(s1="south K"))


@pytest.mark.parametrize("order", ["s1xs2-s3", "s1-s2-s3", "s1xs2xs4", "s1-s2-s3-s4"])
def test_a_capture_ends_its_order(order: str) -> None:
    """A9, C28."""
    pieces = dict(s1="south K", s2="west S", s4="west S")
    v = play("s1-s2-s3-s4, s2-s4", pieces, f"south: {order}")
    assert (v.kind, v.pieces) == ("illegal", pieces)


def test_nobody_captures_an_own_piece() -> None:
    """C8, C22."""
    v = play("s1-s2", dict(s1="south K", s2="south S"), "south: s1xs2")
    assert v.kind == "illegal"


@pytest.mark.parametrize(
    ("board", "pieces", "order", "onward"),
    [
        ("s1-s2-s3-s4-s5", dict(s1="south S", s3="west S"), "s1-s2xs3", "s3-s4-s5"),
        (
            "s1-s2-s3-s4-s5-s6-s7-s8-s9-s10-s11-s12-s13",
            dict(s1="south K", s7="west S"),
            "s1-s2-s3-s4-s5-s6xs7",
            "s7-s8-s9-s10-s11-s12-s13",
        ),
        (
            "m1~m2~m3~m4~m5~m6~m7~m8~m9~m10~m11~m12~m13",
            dict(m1="south B", m7="west B"),
            "m1-m2-m3-m4-m5-m6xm7",
            "m7-m8-m9-m10-m11-m12-m13",
        ),
    ],
)
def test_a_capturing_piece_regains_its_whole_range(
    board: str, pieces: dict[str, str], order: str, onward: str
) -> None:
    """C25, A46."""
    taken = play(board, pieces, f"south: {order}")
    assert taken.steps == {}
    v = taken.then(f"south: {onward}")
    assert (v.kind, v.to_act) == (None, {"south": "turn"})
    assert v.points == 20 - order.count("s") - order.count("m") + 1 - onward.count("-")


def test_a_regained_range_stays_within_the_points() -> None:
    """C25: never more than the turn's points."""
    board, pieces = "s1-s2-s3-s4", dict(s1="south K", s2="north S")
    assert play(board, pieces, "south: s1xs2; s2-s3-s4", used=18).kind == "illegal"
    assert play(board, pieces, "south: s1xs2; s2-s3", used=18).to_act == {"west": "turn"}


@pytest.mark.parametrize(
    ("board", "pieces", "steps", "order", "left"),
    [
        ("s1-s2", dict(s1="south E(S)", s2="west S"), "3(2)", "s1xs2", {"s2": "0(2)"}),
        ("s1-s2", dict(s1="south E(S)", s2="west S"), "3(1)", "S@s1xs2", {"s1": "3"}),
        (
            "s1-s2",
            dict(s1="south E(S,S)", s2="west S"),
            "3(1,1)",
            "S@s1xs2",
            {"s1": "3(1)"},
        ),
        ("m1~m2", dict(m1="south B(K)", m2="west B"), "4(3)", "m1xm2", {"m2": "0(3)"}),
        (
            "h1-s1",
            dict(h1="south B(E(S))", s1="west S"),
            "4(1(1))",
            "E@h1xs1",
            {"h1": "4", "s1": "0(1)"},
        ),
    ],
)
def test_a_capture_renews_only_the_range_of_the_figure_that_moved(
    board: str, pieces: dict[str, str], steps: str, order: str, left: dict[str, str]
) -> None:
    """CR4, A46."""
    where = order.split("x")[0].split("@")[-1]
    assert play(board, pieces, f"south: {order}", steps={where: steps}).steps == left


def test_a_conquered_vessel_sails_its_whole_range_at_once() -> None:
    """C23, CR5, A46: the boarder is fresh again too."""
    lanes = "~".join(["h1", *(f"m{n}" for n in range(1, 7)), "h2-s9-s10-s11"])
    pieces = dict(s1="south S", h1="west G")
    v = play(f"s1-s2-h1, {lanes}", pieces, "south: s1-s2xh1; h1-m1-m2-m3-m4-m5-m6-h2")
    assert (v.pieces, v.steps) == (dict(h2="south G(S)"), {"h2": "7(0)"})
    v = v.then("south: S@h2-s9-s10")
    assert v.pieces == dict(h2="south G", s10="south S")
    assert v.then("south: s10-s11").kind == "illegal"


def test_a_conquered_vessel_stays_with_its_conqueror() -> None:
    """CR6, C24: for good, also when the boarder leaves; its letter stays what it was."""
    v = play("s1-h1~m1", dict(s1="south S", h1="west G"), "south: s1xh1; S@h1-s1; h1-m1")
    assert v.pieces == dict(s1="south S", m1="south G")


def test_a_vessel_won_back_regains_its_whole_range() -> None:
    """CR5, A46: even if it was moved earlier in the turn."""
    v = play(
        "m1~h1~m2, s1-h1-w1",
        dict(m1="south B", h1="west G", w1="west S", s1="south K"),
        "south: m1xh1",
        "west: w1xh1",
        "south: s1xh1",
    )
    assert (v.pieces, v.steps) == (dict(h1="south B(K)"), {})
    assert v.captured == {"south": 2}


def test_pieces_of_any_opponent_can_be_captured() -> None:
    """C22: several in one turn, also of different players."""
    pieces = dict(s1="south K", s2="west S", s3="north C(S)", s4="east E")
    v = play("s1-s2-s3-s4", pieces, "south: s1xs2; s2xs3; s3xs4")
    assert (v.pieces, v.captured, v.points) == (dict(s4="south K"), {"south": 4}, 17)


def test_captures_add_up() -> None:
    """C39, A40: only seats with more than nothing are named."""
    v = play("s1-s2", dict(s1="south S", s2="west S"), "south: s1xs2", captured={"south": 3})
    assert v.captured == {"south": 4}
