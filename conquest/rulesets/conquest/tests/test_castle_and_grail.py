"""Towers and the grail: what they cost, who is immobilised, who wins (C34-C36, C38, CR22-CR25)."""

from __future__ import annotations

import pytest

from tests.conquest.islands.table import SEATS, choices, play

TOWERS = "wt1, wt2, wt3, wt4, wt5, wt6"
GRAIL = "g1, g2, g3, g4, g5"


def occupied_fields(towers: int, grail: int, by: str = "east") -> dict[str, str]:
    """Return pieces of ``by`` on these numbers of West's towers and of grail fields."""
    fields = [f"wt{n + 1}" for n in range(towers)] + [f"g{n + 1}" for n in range(grail)]
    return {field: f"{by} S" for field in fields}


@pytest.mark.parametrize(
    ("towers", "grail", "points"),
    [(0, 0, 20), (1, 0, 16), (3, 0, 8), (0, 1, 16), (0, 4, 4), (2, 2, 4), (4, 0, 4)],
)
def test_each_tower_and_grail_field_held_costs_four_points(
    towers: int, grail: int, points: int
) -> None:
    """C34, C35, CR22: the rulebook's three towers leave eight points."""
    v = play(f"{TOWERS}, {GRAIL}", occupied_fields(towers, grail), turn="west")
    assert (v.points, v.to_act) == (points, {"west": "turn"})


@pytest.mark.parametrize(("towers", "grail"), [(5, 0), (0, 5), (3, 2), (1, 4), (6, 0), (4, 3)])
def test_a_seat_that_lost_five_fields_is_immobilised(towers: int, grail: int) -> None:
    """C36, A18, A38: grail and castle in any mix; a position as given is not judged yet."""
    pieces = {**occupied_fields(towers, grail), "s1": "west K"}
    v = play(f"{TOWERS}, {GRAIL}, s1-s2", pieces, turn="west")
    assert (v.points, v.to_act) == (0, {"west": "turn"})
    assert v.choices() == ["end"]
    assert v.then("west: s1-s2").kind == "illegal"
    assert v.then("west: end").kind is None


def test_a_grail_field_costs_all_but_its_holder() -> None:
    """C35: each player holding one field, all are left with eight."""
    pieces = {f"g{n + 1}": f"{seat} S" for n, seat in enumerate(SEATS)}
    assert [play(GRAIL, pieces, turn=seat).points for seat in SEATS] == [8, 8, 8, 8]
    mine = dict(g1="south K", g2="south S")
    assert [play(GRAIL, mine, turn=seat).points for seat in SEATS] == [20, 12, 12, 12]


def test_a_grail_field_left_gives_its_points_back() -> None:
    """C35."""
    v = play(f"{GRAIL}, g1-c1", dict(g1="south K"), "south: g1-c1; end")
    assert v.points == 20


def test_an_own_piece_in_the_castle_costs_nothing() -> None:
    """CR23: with whatever piece; any enemy land piece besieges."""
    assert play(TOWERS, dict(wt1="west S", wt2="west E"), turn="west").points == 20
    for piece in ("S", "E(S)", "C", "K"):
        assert play(TOWERS, {"wt1": f"north {piece}"}, turn="west").points == 16


def test_occupiers_of_several_enemies_count_together() -> None:
    """CR23, C36."""
    pieces = dict(wt1="south S", wt2="north E", wt3="east K", wt4="north S", g1="south S")
    v = play(f"{TOWERS}, {GRAIL}", pieces, turn="west")
    assert v.points == 0
    v = play(f"{TOWERS}, {GRAIL}", pieces, "south: end")
    assert v.to_act == {"north": "turn"}


def test_a_freed_tower_gives_four_points_back_at_once() -> None:
    """C34: usable in the same turn."""
    pieces = {**occupied_fields(3, 0), "s1": "west K"}
    v = play(f"s1-wt1, {TOWERS}", pieces, "west: s1xwt1")
    assert v.points == 11
    again = {**occupied_fields(4, 0), "s1": "west K"}
    v = play(f"s1-wt1-s2-s3-s4-s5-s6, {TOWERS}", again, "west: s1xwt1; wt1-s2-s3-s4-s5-s6")
    assert (v.kind, v.points) == (None, 2)


def test_a_tower_that_its_occupier_leaves_costs_no_points() -> None:
    """C34: its owner has four points more; who leaves it gets nothing back but a point less."""
    pieces = occupied_fields(2, 0, by="south")
    board = f"wt1-s1, {TOWERS}"
    assert play(board, pieces, "south: end").points == 12
    v = play(board, pieces, "south: wt1-s1")
    assert v.points == 19
    assert v.then("south: end").points == 16


def test_points_never_fall_below_zero() -> None:
    """CR22, A30: a first turn of five less eight is counted, ends by itself, the next follows."""
    towers = dict(st1="west S", st2="east S")
    assert play("st1, st2", towers, turn="south", number=1).points == 0
    v = play(
        "wt1, wt2, wt3", dict(wt1="south S", wt2="south S", wt3="east K"), "south: end", number=1
    )
    assert (v.to_act, v.position["number"], v.points) == ({"north": "turn"}, 3, 15)
    v = play("wt1, wt2", dict(wt1="south S", wt2="south S"), "south: end", number=1)
    assert (v.to_act, v.points) == ({"west": "turn"}, 2)


def test_a_recapture_that_takes_the_last_points_ends_the_turn() -> None:
    """CR22, A29, A24: the retaken tower, four points fewer, nothing left."""
    pieces = dict(s1="south S", st1="west S", w3="west K", s5="south K")
    v = play("s1-st1-w3, s5-s6", pieces, "south: s1xst1; s5-s6", used=15)
    assert (v.to_act, v.points) == ({"west": "recapture"}, 4)
    v = v.then("west: w3xst1")
    assert (v.to_act, v.pieces["s5"]) == ({"west": "turn"}, "south K")


def test_an_immobilised_seat_is_skipped_and_its_turn_counted() -> None:
    """CR24, A30, A32."""
    v = play(TOWERS, occupied_fields(5, 0), "south: end", since_capture=3)
    assert (v.to_act, v.position["number"]) == ({"north": "turn"}, 11)
    assert v.position["since_capture"] == 5


def test_a_freed_seat_plays_in_its_usual_place() -> None:
    """CR24, C36."""
    pieces = {**occupied_fields(5, 0), "wt5": "south S"}
    v = play(f"{TOWERS}, wt5-s1", pieces, "south: wt5-s1; end")
    assert (v.to_act, v.points) == ({"west": "turn"}, 4)


@pytest.mark.parametrize("piece", ["E", "C", "E(S)", "C(S)"])
def test_the_grail_is_closed_to_elephants_and_chariots(piece: str) -> None:
    """C35: neither to end there nor to pass."""
    pieces = {"c1": f"south {piece}"}
    assert play("c1-g1-c2", pieces, "south: c1-g1").kind == "illegal"
    assert play("c1-g1-c2", pieces, "south: c1-g1-c2").kind == "illegal"
    assert play("c1-g1", {**pieces, "g1": "west S"}, "south: c1xg1").kind == "illegal"


@pytest.mark.parametrize("piece", ["S", "K"])
def test_the_grail_is_open_to_soldiers_and_knights(piece: str) -> None:
    """C35: where nothing protects them."""
    pieces = {"c1": f"south {piece}", "g1": "west S"}
    v = play("c1-g1-c2", pieces, "south: c1xg1; g1-c2")
    assert (v.kind, v.pieces) == (None, {"c2": f"south {piece}"})


@pytest.mark.parametrize("mount", ["E(S)", "C(S)"])
def test_a_rider_steps_onto_the_grail(mount: str) -> None:
    """CR36: only the mount is barred."""
    v = play("c1-g1", {"c1": f"south {mount}"}, "south: S@c1-g1")
    assert v.pieces == {"c1": f"south {mount[0]}", "g1": "south S"}


def grail_but_one() -> dict[str, str]:
    return {f"g{n}": "south S" for n in range(1, 5)}


def test_the_holder_of_the_whole_grail_wins() -> None:
    """C38, A65: all opponents immobilised, by a mere walk."""
    v = play(f"{GRAIL}, c1-g5", {**grail_but_one(), "c1": "south K"}, "south: c1-g5")
    assert (v.winners, v.reason, v.to_act, v.points) == (["south"], "immobilised", {}, 0)
    assert set(v.outcome or {}) >= {"winners", "reason", "scores"}


def test_a_fifth_grail_field_crossed_in_passing_wins_nothing() -> None:
    """A36: tested after each complete order, not after each step."""
    pieces = {**grail_but_one(), "c1": "south K"}
    v = play("g1, g2, g3, g4, c1-g5-c2", pieces, "south: c1-g5-c2")
    assert (v.outcome, v.to_act) == (None, {"south": "turn"})
    v = play("g1, g2, g3, g4, c1-g5-c2", pieces, "south: c1-g5; g5-c2")
    assert (v.accepted, v.winners, v.pieces.get("g5")) == (1, ["south"], "south K")


def test_towers_and_grail_count_together_for_the_win() -> None:
    """C38, A34: the only opponent immobilised by a capture on their own tower, with no window."""
    pieces = {**grail_but_one(), "s1": "south S", "wt1": "west S", "w2": "west K"}
    v = play(f"{GRAIL}, s1-wt1-w2", pieces, "south: s1xwt1", seats=("south", "west"))
    assert (v.winners, v.reason, v.captured) == (["south"], "immobilised", {"south": 1})
    four = {**pieces, "wt1": "west S", "g4": "west K"}
    v = play(f"{GRAIL}, s1-wt1-w2", four, "south: s1xwt1", seats=("south", "west"))
    assert v.to_act == {"west": "recapture"}


def test_occupiers_of_several_seats_immobilise_together() -> None:
    """CR25, A38: the only seat that is not immobilised wins, no matter who holds the fields."""
    seats = ("south", "west", "north")
    pieces = dict(
        g1="south S", g2="south S", g3="south S", wt1="north S", nt1="west S", nt2="south K"
    )
    board = f"{GRAIL}, wt1, nt1, nt2, s1-wt2"
    v = play(board, {**pieces, "s1": "south E"}, "south: s1-wt2", seats=seats)
    assert (v.winners, v.reason) == (["south"], "immobilised")


@pytest.mark.parametrize("mine", [4, 5])
def test_the_game_is_won_once_the_last_opponent_is_immobilised(mine: int) -> None:
    """C38, CR25: a seat that lost four fields still plays."""
    seats = ("south", "west", "north")
    south = {f"st{n}": "north S" for n in range(1, mine)}
    west = {f"wt{n}": "north S" for n in range(1, 6)}
    pieces = {**south, **west, "n1": "north K"}
    board = f"st1, st2, st3, st4, {TOWERS}, n1-st5"
    v = play(board, pieces, "north: n1-st5", seats=seats)
    assert v.winners == (["north"] if mine == 5 else None)


def test_nobody_wins_when_everybody_is_immobilised() -> None:
    """A37, A33, C36: the turns are skipped until the quiet rounds end the game."""
    pieces = {f"wt{n}": "south S" for n in range(1, 6)}
    pieces |= {f"st{n}": "west S" for n in range(1, 6)}
    board = ", ".join(pieces)
    v = play(board, pieces, "south: end", seats=("south", "west"), since_capture=2)
    assert (v.winners, v.reason) == ([], "quiet_rounds")


def test_an_immobilised_seat_has_no_option_but_the_end() -> None:
    """C36."""
    pieces = {**occupied_fields(5, 0), "s1": "west K"}
    assert choices(f"{TOWERS}, s1-s2", pieces, turn="west") == ["end"]
