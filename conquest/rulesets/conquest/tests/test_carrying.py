"""Mounting, riding, boarding, landing (C9-C11, C15-C21, CR2, CR3, CR8-CR10, CR15)."""

from __future__ import annotations

import pytest

from tests.conquest.islands.table import choices, play

LINE = "s1-s2-s3-s4-s5-s6-s7-s8-s9-s10"


@pytest.mark.parametrize(
    ("mount", "ridden"),
    [("E", "E(S)"), ("E(S)", "E(S,S)"), ("C", "C(S)")],
)
def test_a_soldier_mounts_an_own_carrier(mount: str, ridden: str) -> None:
    """C9, C13, C15: by stepping onto the field; one point, no surcharge."""
    v = play("s1-s2", {"s1": "south S", "s2": f"south {mount}"}, "south: s1-s2")
    assert (v.pieces, v.points) == ({"s2": f"south {ridden}"}, 19)


@pytest.mark.parametrize("mount", ["E(S,S)", "C(S)", "S", "K"])
def test_a_soldier_cannot_mount_where_there_is_no_room(mount: str) -> None:
    """C8, C13, C15."""
    v = play("s1-s2", {"s1": "south S", "s2": f"south {mount}"}, "south: s1-s2")
    assert v.kind == "illegal"


def test_only_own_pieces_can_be_mounted() -> None:
    """C9, C22: a step onto an enemy's chariot captures it, with an elephant there is no way."""
    v = play("s1-s2", dict(s1="south S", s2="west C"), "south: s1xs2")
    assert (v.pieces, v.captured) == (dict(s2="south S"), {"south": 1})
    v = play("s1-s2", dict(s1="south S", s2="west E"), "south: s1-s2")
    assert v.kind == "illegal"


def test_a_ride_costs_a_soldier_no_steps() -> None:
    """C9, CR3, A45: the elephant walks six, the soldier keeps its two steps."""
    v = play(
        LINE,
        dict(s1="south E(S)"),
        "south: s1-s2-s3-s4-s5-s6-s7; S@s7-s8-s9",
    )
    assert v.pieces == dict(s7="south E", s9="south S")
    assert (v.points, v.steps) == (12, {"s7": "6", "s9": "2"})


def test_mounting_and_dismounting_are_steps_of_the_soldier() -> None:
    """CR2: walk one, mount: none left until the next turn."""
    pieces = dict(s1="south S", s3="south C")
    v = play(LINE, pieces, "south: s1-s2-s3; s3-s4-s5")
    assert (v.pieces, v.steps) == (dict(s5="south C(S)"), {"s5": "2(2)"})
    assert v.then("south: S@s5-s6").kind == "illegal"
    later = v.then("south: end", "west: end", "north: end", "east: end", "south: S@s5-s6-s7")
    assert later.pieces == dict(s5="south C", s7="south S")


def test_a_soldier_mounts_rides_and_dismounts_in_one_turn() -> None:
    """CR2, CR3: a step up, a ride of six, a step down."""
    pieces = dict(s1="south S", s2="south E")
    v = play(LINE, pieces, "south: s1-s2; s2-s3-s4-s5-s6-s7-s8; S@s8-s9")
    assert v.pieces == dict(s8="south E", s9="south S")
    assert v.then("south: s9-s10").kind == "illegal"


def test_a_soldiers_steps_stay_spent_while_riding() -> None:
    """CR3, A27."""
    v = play(LINE, dict(s1="south E(S)"), "south: s1-s2; S@s2-s3-s4", steps={"s1": "0(1)"})
    assert v.kind == "illegal"


def test_a_soldier_passes_over_an_own_mount() -> None:
    """CR15, A41: up and down again, two steps and two points, in one path or in two orders."""
    pieces = dict(s1="south S", s2="south E")
    after = dict(s2="south E", s3="south S")
    v = play("s1-s2-s3", pieces, "south: s1-s2-s3")
    assert (v.pieces, v.points, v.steps) == (after, 18, {"s3": "2"})
    assert play("s1-s2-s3", pieces, "south: s1-s2; S@s2-s3").pieces == after


def test_a_soldier_cannot_pass_over_a_full_mount() -> None:
    """A41: each step must be legal in itself."""
    pieces = dict(s1="south S", s2="south E(S,S)")
    assert play("s1-s2-s3", pieces, "south: s1-s2-s3").kind == "illegal"


@pytest.mark.parametrize(
    ("board", "pieces", "order"),
    [
        ("s1-s2", dict(s1="south E(S)", s2="south C"), "S@s1-s2"),
        ("s1-s2", dict(s1="south C(S)", s2="south E(S)"), "S@s1-s2"),
        ("s1-s2", dict(s1="south E(S,S)", s2="south E"), "S@s1-s2"),
        ("h1-s1", dict(h1="south B(E(S))", s1="south C"), "S@h1-s1"),
        ("h1-s1", dict(s1="south E(S)", h1="south B(C)"), "S@s1-h1"),
        ("h1-s1", dict(s1="south C(S)", h1="south G(E(S))"), "S@s1-h1"),
        ("h1-h2", dict(h1="south B(E(S))", h2="south G(C)"), "S@h1-h2"),
        ("s1-s2-s3", dict(s1="south S", s2="south E", s3="south C"), "s1-s2-s3"),
        ("s1-h1-s2", dict(s1="south S", h1="south B(E)", s2="south C"), "s1-h1-s2"),
    ],
)
def test_a_direct_change_of_mount_is_illegal(
    board: str, pieces: dict[str, str], order: str
) -> None:
    """C10, CR10, A48: also aboard, and at every step of a path."""
    v = play(board, pieces, f"south: {order}")
    assert (v.kind, v.pieces) == ("illegal", pieces)


def test_a_soldier_changes_mounts_over_the_ground() -> None:
    """C10: off, then on, in two moves or in one path."""
    board, pieces = "s1-s3-s2", dict(s1="south E(S)", s2="south C")
    after = dict(s1="south E", s2="south C(S)")
    assert play(board, pieces, "south: S@s1-s3; s3-s2").pieces == after
    assert play(board, pieces, "south: S@s1-s3-s2").pieces == after


@pytest.mark.parametrize(
    ("board", "pieces", "order", "after"),
    [
        (  # the rulebook's example: from a chariot onto a ship
            "s1-h1",
            dict(s1="south C(S)", h1="south B"),
            "S@s1-h1",
            dict(s1="south C", h1="south B(S)"),
        ),
        (
            "s1-h1",
            dict(s1="south E(S)", h1="south B(S)"),
            "S@s1-h1",
            dict(s1="south E", h1="south B(S,S)"),
        ),
        (
            "s1-h1",
            dict(s1="south C", h1="south B(S)"),
            "S@h1-s1",
            dict(s1="south C(S)", h1="south B"),
        ),
        (
            "h1-h2",
            dict(h1="south B(S)", h2="south G(E)"),
            "S@h1-h2",
            dict(h1="south B", h2="south G(E(S))"),
        ),
        (
            "h1-h2",
            dict(h1="south B(E(S))", h2="south G"),
            "S@h1-h2",
            dict(h1="south B(E)", h2="south G(S)"),
        ),
        (
            "s1-h1-s2",
            dict(s1="south E(S)", h1="south B", s2="south C"),
            "S@s1-h1-s2",
            dict(s1="south E", h1="south B", s2="south C(S)"),
        ),
    ],
)
def test_a_vessel_in_harbour_counts_as_ground(
    board: str, pieces: dict[str, str], order: str, after: dict[str, str]
) -> None:
    """C18, CR10, A48."""
    assert play(board, pieces, f"south: {order}").pieces == after


def test_a_second_soldier_dismounts_once_the_field_is_clear() -> None:
    """C11."""
    board, pieces = "s1-s2-s3", dict(s1="south E(S,S)")
    assert play(board, pieces, "south: S@s1-s2; S@s1-s2").kind == "illegal"
    v = play(board, pieces, "south: S@s1-s2; s2-s3; S@s1-s2")
    assert v.pieces == dict(s1="south E", s2="south S", s3="south S")
    assert play(board, pieces, "south: S@s1-s2-s3; S@s1-s2").pieces == v.pieces


def test_a_soldier_number_is_needed_where_steps_differ() -> None:
    """C11, A43: the fresh one is S1, the one who has made a step S2."""
    board, pieces = "s1-s2-s3", dict(s1="south E(S,S)")
    steps = {"s1": "0(0,1)"}
    assert play(board, pieces, "south: S@s1-s2", steps=steps).kind == "ambiguous"
    assert play(board, pieces, "south: S1@s1-s2", steps=steps).steps == {"s1": "0(1)", "s2": "1"}
    assert play(board, pieces, "south: S2@s1-s2", steps=steps).steps == {"s2": "2"}


def test_soldiers_aboard_a_vessel_are_told_apart_by_their_steps() -> None:
    """A43: on the ship itself as on an elephant aboard."""
    for vessel, steps in (("B(S,S)", "0(0,1)"), ("G(E(S,S))", "0(0(0,1))")):
        pieces, given = {"h1": f"south {vessel}"}, {"h1": steps}
        listed = choices("h1-s1-s2", pieces, steps=given)
        assert [text for text in listed if text.startswith("S")] == [
            "S1@h1-s1",
            "S2@h1-s1",
            "S@h1-s1-s2",
        ]
        assert play("h1-s1-s2", pieces, "south: S@h1-s1", steps=given).kind == "ambiguous"


def test_no_soldier_number_is_needed_where_one_alone_can_go() -> None:
    """A43."""
    board, pieces = "s1-s2-s3", dict(s1="south E(S,S)")
    v = play(board, pieces, "south: S@s1-s2-s3", steps={"s1": "0(0,1)"})
    assert v.steps == {"s1": "0(1)", "s3": "2"}
    v = play(board, pieces, "south: S@s1-s2", steps={"s1": "0(1,2)"})
    assert v.steps == {"s1": "0(2)", "s2": "2"}


def test_no_soldier_number_is_needed_where_they_are_alike() -> None:
    """A43."""
    v = play("s1-s2-s3", dict(s1="south E(S,S)"), "south: S@s1-s2", steps={"s1": "0(1,1)"})
    assert v.steps == {"s1": "0(1)", "s2": "2"}


def test_options_number_soldiers_only_where_needed() -> None:
    """A43, A44."""
    pieces = dict(s1="south E(S,S)")
    listed = choices("s1-s2-s3", pieces, steps={"s1": "0(0,1)"})
    assert [text for text in listed if text.startswith("S")] == [
        "S1@s1-s2",
        "S2@s1-s2",
        "S@s1-s2-s3",
    ]
    listed = choices("s1-s2-s3", pieces)
    assert [text for text in listed if text.startswith("S")] == ["S@s1-s2", "S@s1-s2-s3"]


@pytest.mark.parametrize(
    ("vessel", "load"),
    [
        ("B", "S"),
        ("B", "K"),
        ("B", "E"),
        ("B", "C"),
        ("B", "E(S,S)"),
        ("B", "C(S)"),
        ("G", "E(S)"),
        ("G", "K"),
    ],
)
def test_land_pieces_board_an_empty_vessel(vessel: str, load: str) -> None:
    """C17, C18."""
    pieces = {"s1": f"south {load}", "h1": f"south {vessel}"}
    v = play("s1-h1", pieces, "south: s1-h1")
    assert v.pieces == {"h1": f"south {vessel}({load})"}


@pytest.mark.parametrize(
    ("aboard", "boarder", "loaded"),
    [
        ("B(S)", "S", "B(S,S)"),
        ("G(E)", "S", "G(E(S))"),  # the soldier mounts the elephant (CR8)
        ("G(E(S))", "S", "G(E(S,S))"),
        ("B(C)", "S", "B(C(S))"),  # likewise a chariot (A49)
    ],
)
def test_soldiers_aboard_are_joined_by_others(aboard: str, boarder: str, loaded: str) -> None:
    """C17, CR8, A49."""
    pieces = {"s1": f"south {boarder}", "h1": f"south {aboard}"}
    assert play("s1-h1", pieces, "south: s1-h1").pieces == {"h1": f"south {loaded}"}


@pytest.mark.parametrize(
    ("aboard", "boarder"),
    [
        ("B(S,S)", "S"),
        ("B(K)", "S"),  # one kind of load (CR9)
        ("B(S)", "K"),
        ("B(S)", "E"),  # the soldiers must get off first (C20)
        ("B(S)", "C"),
        ("B(S,S)", "E"),
        ("B(E(S,S))", "S"),
        ("B(C(S))", "S"),
        ("B(K)", "K"),
        ("B(E)", "E"),
        ("G(E)", "C"),
        ("G(C)", "K"),
        ("G(K)", "C(S)"),
    ],
)
def test_a_load_that_a_vessel_cannot_have_is_illegal(aboard: str, boarder: str) -> None:
    """C17, C20, CR9, A49."""
    pieces = {"s1": f"south {boarder}", "h1": f"south {aboard}"}
    v = play("s1-h1", pieces, "south: s1-h1")
    assert (v.kind, v.pieces) == ("illegal", pieces)


def test_soldiers_leave_a_vessel_to_board_it_mounted() -> None:
    """C20."""
    pieces = dict(h1="south B(S)", s1="south E")
    assert play("s2-h1-s1", pieces, "south: s1-h1").kind == "illegal"
    v = play("s2-h1-s1", pieces, "south: S@h1-s1; s1-h1")
    assert v.pieces == dict(h1="south B(E(S))")


def test_soldiers_can_leave_an_embarked_elephant() -> None:
    """C21."""
    pieces = dict(h1="south G(E(S,S))")
    v = play("h1-s1-s2", pieces, "south: S@h1-s1-s2; S@h1-s1")
    assert v.pieces == dict(h1="south G(E)", s1="south S", s2="south S")


def test_an_elephant_leaves_no_soldiers_aboard() -> None:
    """C21: the elephant takes them along."""
    v = play("h1-s1", dict(h1="south G(E(S,S))"), "south: E@h1-s1")
    assert v.pieces == dict(h1="south G", s1="south E(S,S)")


@pytest.mark.parametrize("piece", ["K", "E", "C", "E(S,S)", "C(S)"])
def test_a_load_lands_and_walks_on(piece: str) -> None:
    """C18, CR3: the voyage costs the load none of its steps."""
    v = play(
        "m1~h1-s1-s2-s3-s4-s5-s6",
        {"m1": f"south B({piece})"},
        f"south: m1-h1; {piece[0]}@h1-s1-s2-s3-s4-s5-s6",
    )
    assert v.pieces == {"h1": "south B", "s6": f"south {piece}"}


@pytest.mark.parametrize(
    ("board", "pieces", "order"),
    [
        ("m1~m2", dict(m1="south B(S)", m2="south B"), "S@m1-m2"),
        ("m1~h1-s1", dict(m1="south B(S)"), "S@m1-h1"),
        ("m1~h1-s1", dict(m1="south B(K)", h1="south B"), "K@m1-h1"),
        ("h1~h2", dict(h1="south B(S)", h2="south B"), "S@h1-h2"),
        ("h1~h2", dict(h1="south B(E)", h2="south B"), "E@h1-h2"),
    ],
)
def test_vessels_load_and_unload_over_roads_alone(
    board: str, pieces: dict[str, str], order: str
) -> None:
    """C18, CR10: no change of vessel at sea, nor over a lane between harbours."""
    v = play(board, pieces, f"south: {order}")
    assert (v.kind, v.pieces) == ("illegal", pieces)


@pytest.mark.parametrize("piece", ["S", "K", "E(S)", "C"])
def test_a_load_steps_from_vessel_to_vessel_over_a_road(piece: str) -> None:
    """A47: ground to ground."""
    pieces = {"h1": f"south B({piece})", "h2": "south G"}
    v = play("h1-h2", pieces, f"south: {piece[0]}@h1-h2")
    assert v.pieces == {"h1": "south B", "h2": f"south G({piece})"}


@pytest.mark.parametrize(
    ("piece", "vessel", "crosses"),
    [
        ("E", "B", True),
        ("C(S)", "G", True),
        ("E", "B(S)", False),
        ("E(S)", "B(K)", False),
        ("C", "G(E)", False),
        ("S", "B(S)", True),
        ("S", "B(E)", True),
        ("S", "B(K)", False),
        ("S", "B(S,S)", False),
        ("S", "B(C(S))", False),
    ],
)
def test_a_piece_crosses_only_a_vessel_it_could_board(
    piece: str, vessel: str, crosses: bool
) -> None:
    """A41, A50, C18."""
    pieces = {"s1": f"south {piece}", "h1": f"south {vessel}"}
    v = play("s1-h1-s2", pieces, "south: s1-h1-s2")
    after = {"h1": f"south {vessel}", "s2": f"south {piece}"}
    assert (v.kind, v.pieces) == ((None, after) if crosses else ("illegal", pieces))


def test_an_order_without_a_letter_means_the_whole_stack() -> None:
    """A42: never the load, even where only the load could go."""
    v = play("h1-s1, h1~m1", dict(h1="south B(E(S))"), "south: h1-m1")
    assert v.pieces == dict(m1="south B(E(S))")
    assert play("h1-s1, h1~m1", dict(h1="south B(E(S))"), "south: h1-s1").kind == "illegal"


@pytest.mark.parametrize(
    ("piece", "order"), [("S", "S@s1-s2"), ("E(S)", "E@s1-s2"), ("K", "K@s1-s2")]
)
def test_a_letter_can_name_the_piece_itself(piece: str, order: str) -> None:
    """A42."""
    assert play("s1-s2", {"s1": f"south {piece}"}, f"south: {order}").pieces == {
        "s2": f"south {piece}"
    }


def test_a_letter_can_name_a_vessel() -> None:
    """A42."""
    v = play("h1~m1", dict(h1="south B(S)"), "south: B@h1-m1")
    assert v.pieces == dict(m1="south B(S)")


def test_figures_aboard_keep_their_steps() -> None:
    """CR3, A27: written like the piece itself."""
    v = play(
        "s1-s2-h1~m1",
        dict(s1="south S", s2="south E", h1="south B"),
        "south: s1-s2; s2-h1; h1-m1",
    )
    assert (v.pieces, v.steps) == (dict(m1="south B(E(S))"), {"m1": "1(1(1))"})


@pytest.mark.parametrize("order", ["s1xs2", "s1xs2!"])
def test_mounting_with_an_x_is_illegal(order: str) -> None:
    """A10, A11: an own carrier is not captured."""
    v = play("s1-s2", dict(s1="south S", s2="south E"), f"south: {order}")
    assert v.kind == "illegal"
