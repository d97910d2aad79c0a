"""Steps, ranges, points and the order of play (C3-C8, C13-C16, CR1-CR3, CR11, CR12)."""

from __future__ import annotations

import pytest

from tests.conquest.islands.table import choices, play

ROAD = "s1-s2-s3-s4-s5-s6-s7-s8-s9-s10"
LANE = "m1~m2~m3~m4~m5~m6~m7~m8~m9~m10"
RANGES = [
    ("S", 2),
    ("E", 6),
    ("E(S)", 6),
    ("E(S,S)", 6),
    ("C", 8),
    ("C(S)", 8),
    ("K", 6),
    ("B", 6),
    ("B(S,S)", 6),
    ("B(E(S,S))", 6),
    ("G", 8),
    ("G(K)", 8),
    ("G(C(S))", 8),
]


def path(letter: str, steps: int) -> str:
    return "-".join(f"{letter}{n}" for n in range(1, steps + 2))


def ways(piece: str) -> tuple[str, str]:
    return (LANE, "m") if piece[0] in "BG" else (ROAD, "s")


@pytest.mark.parametrize(("piece", "steps"), RANGES)
def test_a_piece_walks_its_range_at_a_point_a_step(piece: str, steps: int) -> None:
    """C6, C9, C13-C16."""
    board, letter = ways(piece)
    v = play(board, {f"{letter}1": f"south {piece}"}, f"south: {path(letter, steps)}")
    assert v.pieces == {f"{letter}{steps + 1}": f"south {piece}"}
    assert v.points == 20 - steps
    assert v.position["used"] == steps
    assert v.to_act == {"south": "turn"}


@pytest.mark.parametrize(("piece", "steps"), RANGES)
def test_one_step_beyond_the_range_is_illegal(piece: str, steps: int) -> None:
    """C9, C13-C16."""
    board, letter = ways(piece)
    v = play(board, {f"{letter}1": f"south {piece}"}, f"south: {path(letter, steps + 1)}")
    assert (v.accepted, v.kind) == (0, "illegal")
    assert v.pieces == {f"{letter}1": f"south {piece}"}


@pytest.mark.parametrize(("piece", "steps"), RANGES)
def test_steps_count_over_the_whole_turn(piece: str, steps: int) -> None:
    """C6: a move may be broken off and resumed within the range."""
    board, letter = ways(piece)
    first, rest = f"{letter}1-{letter}2", path(letter, steps).removeprefix(f"{letter}1-")
    pieces = {f"{letter}1": f"south {piece}"}
    there = {f"{letter}{steps + 1}": f"south {piece}"}
    assert play(board, pieces, f"south: {first}", f"south: {rest}").pieces == there
    onward = f"{letter}{steps + 1}-{letter}{steps + 2}"
    v = play(board, pieces, f"south: {first}; {rest}", f"south: {onward}")
    assert (v.accepted, v.kind) == (1, "illegal")


def test_moves_can_be_broken_off_for_other_pieces() -> None:
    """C6."""
    v = play(
        "s1-s2-s3, s5-s6-s7",
        dict(s1="south S", s5="south K"),
        "south: s1-s2; s5-s6-s7; s2-s3",
    )
    assert v.pieces == dict(s3="south S", s7="south K")
    assert v.points == 16


def test_a_piece_regains_its_whole_range_next_turn() -> None:
    """CR1: the range holds for a player's turn."""
    ends = ("south: s1-s2-s3; end", "west: end", "north: end", "east: end")
    v = play("s1-s2-s3-s4-s5", dict(s1="south S"), *ends, "south: s3-s4-s5")
    assert v.pieces == dict(s5="south S")


def test_all_points_of_a_turn_can_be_used() -> None:
    """C6, A28: no points left, the list at its end: the turn ends by itself."""
    v = play("s1-s2-s3", dict(s1="south K"), "south: s1-s2-s3", used=18)
    assert v.to_act == {"west": "turn"}
    assert (v.points, v.position["used"]) == (20, 0)


@pytest.mark.parametrize("used", [19, 20])
def test_steps_without_points_are_illegal(used: int) -> None:
    """C6: a path is all or nothing."""
    v = play("s1-s2-s3", dict(s1="south K"), "south: s1-s2-s3", used=used)
    assert (v.accepted, v.kind) == (0, "illegal")
    assert v.pieces == dict(s1="south K")


def test_a_step_without_points_in_a_list_is_illegal() -> None:
    """A28."""
    v = play("s1-s2, s5-s6", dict(s1="south S", s5="south S"), "south: s1-s2; s5-s6", used=19)
    assert (v.kind, v.said["refused"]["order"]) == ("illegal", 1)


def test_unused_points_lapse() -> None:
    """C5, CR37: nobody need move, and nothing is carried over."""
    v = play("s1-s2", {}, "south: end", "west: end", "north: end", "east: end")
    assert v.to_act == {"south": "turn"}
    assert (v.points, v.position["number"]) == (20, 13)


@pytest.mark.parametrize(
    ("number", "seat", "points"),
    [(1, "south", 5), (2, "west", 10), (3, "north", 15), (4, "east", 20), (5, "south", 20)],
)
def test_the_first_turns_have_fewer_points(number: int, seat: str, points: int) -> None:
    """C4, CR22."""
    assert play("s1-s2", {}, turn=seat, number=number).points == points


@pytest.mark.parametrize(
    ("seats", "points"),
    [
        (("south", "north"), [10, 20, 20, 20]),
        (("west", "north"), [10, 20, 20, 20]),
        (("south", "west", "north"), [5, 10, 15, 20]),
        (("west", "north", "east"), [5, 10, 15, 20]),
    ],
)
def test_first_turn_points_go_by_number_with_fewer_seats(
    seats: tuple[str, ...], points: list[int]
) -> None:
    """A66."""
    turns = [
        play("s1-s2", {}, seats=seats, turn=seats[(n - 1) % len(seats)], number=n).points
        for n in (1, 2, 3, 4)
    ]
    assert turns == points


@pytest.mark.parametrize(
    ("seats", "order"),
    [
        (("south", "west", "north", "east"), ["west", "north", "east", "south"]),
        (("south", "north", "east"), ["north", "east", "south"]),
        (("west", "east"), ["east", "west"]),
    ],
)
def test_the_turn_passes_to_the_left(seats: tuple[str, ...], order: list[str]) -> None:
    """C3: without the seats that have no castle on the board."""
    v = play("s1-s2", {}, turn=seats[0], seats=seats)
    for seat, following in zip(seats, order, strict=True):
        v = v.then(f"{seat}: end")
        assert v.to_act == {following: "turn"}


def test_orders_from_the_wrong_seat_are_illegal() -> None:
    """C3, A6."""
    v = play("s1-s2", dict(s1="west K"), "west: s1-s2", turn="south")
    assert (v.accepted, v.kind) == (0, "illegal")


@pytest.mark.parametrize(
    ("board", "pieces", "order"),
    [
        ("s1-h1~m1", dict(s1="south K"), "s1-h1"),  # an empty harbour is sea (CR11)
        ("s1-h1-s2", dict(s1="south K"), "s1-h1-s2"),
        ("s1-h1~m1", dict(h1="south B"), "h1-s1"),
        ("s1-h1~m1", dict(h1="south B(K)"), "K@h1-m1"),
        ("h1~h2", dict(h1="south B(K)", h2="south B"), "K@h1-h2"),  # never over a lane (CR10)
        ("h1-h2", dict(h1="south B"), "h1-h2"),  # nor a vessel over a road
        ("s1-s2, s2-s3", dict(s1="south K"), "s1-s3"),
    ],
)
def test_land_pieces_keep_to_roads_and_vessels_to_lanes(
    board: str, pieces: dict[str, str], order: str
) -> None:
    """C6, C7, CR10, CR11."""
    v = play(board, pieces, f"south: {order}")
    assert (v.kind, v.pieces) == ("illegal", pieces)


def test_vessels_enter_and_cross_empty_harbours() -> None:
    """CR11: an empty harbour is a sea field."""
    v = play("m1~h1~m2~h2", dict(m1="south B"), "south: m1-h1-m2-h2")
    assert v.pieces == dict(h2="south B")


@pytest.mark.parametrize(
    ("mover", "other"),
    [
        ("S", "S"),
        ("S", "K"),
        ("E", "S"),
        ("E", "E"),
        ("E", "C"),
        ("C", "E"),
        ("K", "S"),
        ("K", "E"),
        ("K", "C(S)"),
        ("E(S)", "C"),
    ],
)
def test_there_is_one_piece_on_a_field(mover: str, other: str) -> None:
    """C8, C14."""
    pieces = {"s1": f"south {mover}", "s2": f"south {other}"}
    v = play("s1-s2-s3", pieces, "south: s1-s2")
    assert (v.kind, v.pieces) == ("illegal", pieces)


@pytest.mark.parametrize("other", ["B", "G", "B(S)"])
def test_there_is_one_vessel_on_a_field(other: str) -> None:
    """C8, CR12: vessels neither end on nor cross their own."""
    pieces = {"m1": "south B", "m2": f"south {other}"}
    assert play("m1~m2~m3", pieces, "south: m1-m2").kind == "illegal"
    assert play("m1~m2~m3", pieces, "south: m1-m2-m3").kind == "illegal"


@pytest.mark.parametrize("over", ["S", "E(S,S)", "C", "K"])
def test_knights_jump_their_own_pieces(over: str) -> None:
    """C14: each field jumped counts as a step."""
    v = play("s1-s2-s3", {"s1": "south K", "s2": f"south {over}"}, "south: s1-s2-s3")
    assert v.pieces == {"s2": f"south {over}", "s3": "south K"}
    assert (v.points, v.steps) == (18, {"s3": "2"})


def test_a_knight_jumps_several_pieces_and_captures_beyond() -> None:
    """C14."""
    pieces = dict(s1="south K", s2="south S", s3="south E", s4="west C")
    v = play("s1-s2-s3-s4", pieces, "south: s1-s2-s3xs4")
    assert v.pieces == dict(s2="south S", s3="south E", s4="south K")
    assert v.captured == {"south": 1}


@pytest.mark.parametrize("mover", ["S", "E", "C"])
def test_no_piece_but_a_knight_jumps(mover: str) -> None:
    """C14, CR12."""
    v = play("s1-s2-s3", {"s1": f"south {mover}", "s2": "south K"}, "south: s1-s2-s3")
    assert v.kind == "illegal"


def test_a_knight_jumps_no_enemy() -> None:
    """C14."""
    v = play("s1-s2-s3", dict(s1="south K", s2="west S"), "south: s1-s2-s3")
    assert v.kind == "illegal"


def test_a_knight_makes_a_jump_in_one_go() -> None:
    """CR12: no pause on an own piece, and points and range for the landing too."""
    pieces = dict(s1="south K", s2="south S")
    assert play("s1-s2-s3", pieces, "south: s1-s2; s2-s3").kind == "illegal"
    assert play("s1-s2-s3", pieces, "south: s1-s2-s3", used=19).kind == "illegal"
    assert play("s1-s2-s3", pieces, "south: s1-s2-s3", steps={"s1": "5"}).kind == "illegal"
    assert play("s1-s2-s3", pieces, "south: s1-s2-s3", steps={"s1": "4"}).kind is None


@pytest.mark.parametrize("vessel", ["B", "B(K)", "G(E(S,S))", "B(S)"])
def test_a_knight_flies_over_any_own_vessel_in_harbour(vessel: str) -> None:
    """CR12, A50."""
    pieces = {"s1": "south K", "h1": f"south {vessel}"}
    v = play("s1-h1-s2", pieces, "south: s1-h1-s2")
    assert v.pieces == {"h1": f"south {vessel}", "s2": "south K"}


def test_no_knight_flies_over_an_empty_harbour_or_an_enemy_vessel() -> None:
    """CR11, CR12, C14."""
    assert play("s1-h1-s2", dict(s1="south K"), "south: s1-h1-s2").kind == "illegal"
    enemy = dict(s1="south K", h1="west B")
    assert play("s1-h1-s2", enemy, "south: s1-h1-s2").kind == "illegal"


def test_boarding_is_a_legal_landing_of_a_knight() -> None:
    """CR12: over an own piece, into an own empty vessel."""
    pieces = dict(s1="south K", s2="south S", h1="south B")
    v = play("s1-s2-h1", pieces, "south: s1-s2-h1")
    assert v.pieces == dict(s2="south S", h1="south B(K)")


def test_a_path_may_turn_back_and_end_where_it_began() -> None:
    """A41."""
    v = play("s1-s2-s3", dict(s1="south K"), "south: s1-s2-s3-s2-s1")
    assert (v.pieces, v.points) == (dict(s1="south K"), 16)


def test_a_seat_without_a_step_has_to_end_its_turn() -> None:
    """A31."""
    v = play("s1-s2", dict(s1="south S", s2="south K"), turn="south")
    assert (v.to_act, v.points) == ({"south": "turn"}, 20)
    assert choices("s1-s2", dict(s1="south S", s2="south K")) == ["end"]


@pytest.mark.parametrize("order", ["s1-s2", "s2-s3"])
def test_only_own_pieces_that_are_there_move(order: str) -> None:
    """A8."""
    v = play("s1-s2-s3", dict(s1="west K"), f"south: {order}")
    assert v.kind == "illegal"
