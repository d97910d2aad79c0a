"""Catapults: what they hit, and what answers a capture."""

from __future__ import annotations

import pytest

from .table import choices, judge_case, play, set_up

FIELD = "s1 - s2 - s3 - s4 - s5, s1 * s3, s2 : wi1, s2 = s6, s3 - h1 ~ m1 ~ m2, h1 * s5"
TURN = {"south": "turn"}


@pytest.mark.parametrize(
    ("target", "by"), [("s3", "a road"), ("wi1", "a wild path"), ("s6", "a suspension bridge")]
)
def test_a_shot_hits_neighbours_of_every_kind(target: str, by: str) -> None:
    """G26, GR11, A75."""
    v = play(FIELD, {"s2": "south T", target: "west K"}, f"south: s2*{target}")
    assert (v.pieces, v.captured, v.points) == ({"s2": "south T"}, {"south": 1}, 19), by
    assert v.steps == {"s2": "0*"}


@pytest.mark.parametrize(("start", "target"), [("s1", "s3"), ("s3", "s1")])
def test_a_shot_goes_through_arrow_slits_both_ways(start: str, target: str) -> None:
    """G26, GR11, A75."""
    v = play(FIELD, {start: "south T", target: "west S"}, f"south: {start}*{target}")
    assert v.captured == {"south": 1}


def test_a_shot_reaches_no_further() -> None:
    """G26."""
    v = play(FIELD, {"s1": "south T", "s4": "west S"}, "south: s1*s4")
    assert (v.kind, v.rule) == ("illegal", "G26")


def test_a_catapult_shoots_once_a_turn() -> None:
    """G26, A79."""
    start = {"s2": "south T", "s1": "west S", "s3": "west S"}
    v = play(FIELD, start, "south: s2*s1; s2*s3")
    assert (v.kind, v.rule) == ("illegal", "G26")
    v = play(
        FIELD,
        {**start, "s3": "west K"},
        "south: s2*s1; end",
        "west: end",
        "north: end",
        "east: end",
    )
    assert v.then("south: s2*s3").kind is None


def test_a_catapult_moves_and_shoots_in_either_order() -> None:
    """G26, A78, A79: the mark follows the catapult."""
    v = play(FIELD, {"s1": "south T", "s4": "west S"}, "south: s1-s2-s3; s3*s4")
    assert (v.captured, v.steps) == ({"south": 1}, {"s3": "2*"})
    v = play(FIELD, {"s2": "south T", "s3": "west S"}, "south: s2*s3; s2-s1")
    assert v.steps == {"s1": "1*"}


def test_moving_and_shooting_are_two_orders() -> None:
    """A78."""
    v = play(FIELD, {"s1": "south T", "s3": "west S"}, "south: s1-s2*s3")
    assert (v.kind, v.rule) == ("illegal", "A78")


def test_a_shot_has_no_answer() -> None:
    """G28, A100: the list goes on, and nothing is regained."""
    start = {"s2": "south T", "s3": "west S", "s4": "west K", "s6": "south S"}
    v = play(FIELD, start, "south: s2*s3; s6-s2")
    assert v.to_act == TURN
    v = play(FIELD, start, "south: s2*s3; s2-s3")
    assert v.steps == {"s3": "1*"}


def test_a_waiver_after_a_shot_is_unreadable() -> None:
    """A100."""
    assert play(FIELD, {"s2": "south T", "s3": "west S"}, "south: s2*s3!").kind == "unreadable"


def test_a_shot_for_the_last_point_ends_the_turn() -> None:
    """G8, GR8, A100."""
    v = play(FIELD, {"s2": "south T", "s3": "west S"}, "south: s2*s3", used=19)
    assert v.to_act == {"west": "turn"}


def test_a_shot_restarts_the_quiet_rounds() -> None:
    """GR10."""
    v = play(FIELD, {"s2": "south T", "s3": "west S"}, "south: s2*s3", since_capture=9)
    assert v.position["since_capture"] == -1


def test_a_shot_takes_whole_stacks_and_sinks_vessels() -> None:
    """GR10, A79."""
    v = play(FIELD, {"s2": "south T", "s3": "west E(S,S)"}, "south: s2*s3")
    assert v.captured == {"south": 3}
    v = play(FIELD, {"s3": "south T", "h1": "west G(K)"}, "south: s3*h1")
    assert (v.captured, v.position["sunk"]) == ({"south": 2}, {"west": "G"})


def test_a_shot_leaves_a_siege_engine_whole() -> None:
    """G30, GR10, A79."""
    v = play(FIELD, {"s2": "south T", "s3": "west W(S,S)"}, "south: s2*s3")
    assert (v.pieces, v.captured) == ({"s2": "south T", "s3": "west W"}, {"south": 2})


@pytest.mark.parametrize("there", [None, "south S", "west W"])
def test_a_catapult_shoots_at_enemies_only(there: str | None) -> None:
    """A76, G30: not at empty fields, own pieces, empty siege engines."""
    pieces = {"s2": "south T"} | ({"s3": there} if there else {})
    assert play(FIELD, pieces, "south: s2*s3").kind == "illegal"


@pytest.mark.parametrize("piece", ["S", "K", "W"])
def test_only_catapults_shoot(piece: str) -> None:
    """A78."""
    v = play(FIELD, {"s2": f"south {piece}", "s3": "west S"}, "south: s2*s3")
    assert (v.kind, v.rule) == ("illegal", "A78")


@pytest.mark.parametrize("piece", ["T", "W"])
def test_engines_capture_nothing_by_moving(piece: str) -> None:
    """G4."""
    v = play(FIELD, {"s2": f"south {piece}", "s3": "west S"}, "south: s2xs3")
    assert (v.kind, v.rule) == ("illegal", "G4")


def test_a_catapult_on_a_galleon_hits_vessels_and_the_near_coast() -> None:
    """G31, A75, A78."""
    start = {"h1": "south G(T)"}
    assert play(FIELD, {**start, "m1": "west B"}, "south: T@h1*m1").captured == {"south": 1}
    assert play(FIELD, {**start, "s5": "west S"}, "south: T@h1*s5").captured == {"south": 1}
    assert play(FIELD, {**start, "s3": "west S"}, "south: T@h1*s3").captured == {"south": 1}
    v = play(FIELD, {"m1": "south G(T)", "m2": "west B"}, "south: T@m1*m2; m1-m2")
    assert v.steps == {"m2": "1(0*)"}


def test_a_shot_from_the_land_goes_along_no_lane() -> None:
    """G31, A75: past the quay to the near vessel; a coast pair leads to the far one."""
    coast, start = f"{FIELD}, s3 * m2", {"s3": "south T", "m1": "west B", "m2": "north B"}
    v = play(coast, start, "south: s3*m1")
    assert (v.kind, v.rule) == ("illegal", "G26")
    assert play(coast, start, "south: s3*m2").pieces == {"s3": "south T", "m1": "west B"}
    assert [order for order in choices(coast, start) if "*" in order] == ["s3*m2"]


def test_a_catapult_aboard_must_be_named() -> None:
    """A78."""
    start = {"h1": "south G(T)", "m1": "west B"}
    assert play(FIELD, start, "south: h1*m1").kind == "illegal"
    assert "T@h1*m1" in choices(FIELD, start)


GATE = "s1 - nt1, s2 - nt2, nt1 * nt2, s1 - s2"


def test_a_shot_from_outside_lowers_a_raised_bridge() -> None:
    """G29, A77: nobody is hit; it counts as the shot and as no capture."""
    v = play(GATE, {"s1": "south T", "nt1": "north K"}, "south: s1*nt1", raised=["nt1"])
    assert (v.points, v.captured, v.steps) == (19, {}, {"s1": "0*"})
    assert "raised" not in v.position
    assert v.pieces["nt1"] == "north K"
    assert v.position["since_capture"] == 0


def test_a_shot_lowers_any_bridge_of_an_empty_tower() -> None:
    """A77."""
    v = play(GATE, {"s1": "north T"}, "north: s1*nt1", raised=["nt1"])
    assert v.kind is None
    assert "raised" not in v.position


def test_a_shot_goes_from_tower_to_tower_behind_raised_bridges() -> None:
    """G29, A75, A77."""
    v = play(GATE, {"nt1": "north T", "nt2": "west S"}, "north: nt1*nt2", raised=["nt2"])
    assert (v.captured, v.position["raised"]) == ({"north": 1}, ["nt2"])


def test_a_catapult_shoots_out_over_its_own_raised_bridge() -> None:
    """G29, A77."""
    v = play(GATE, {"nt1": "north T", "s1": "west S"}, "north: nt1*s1", raised=["nt1"])
    # at the start of a turn its bridges are down; here it has raised this one
    assert v.captured == {"north": 1}


ANSWER = {"s2": "west K", "s3": "south S"}


def test_a_catapult_shoots_back_from_where_it_stands() -> None:
    """G27, GR9, GR12, A80: for nothing, and at the capturing piece only."""
    v = play(FIELD, {**ANSWER, "s4": "south T"}, "west: s2xs3", "south: s4*s3", used=5)
    assert (v.captured, v.to_act) == ({"west": 1, "south": 1}, {"west": "turn"})
    assert v.points == 14
    start = {**ANSWER, "s4": "south T", "s5": "west S"}
    assert play(FIELD, start, "west: s2xs3", "south: s4*s5").kind == "illegal"


def test_a_catapult_goes_one_field_before_it_shoots_back() -> None:
    """G27, A80."""
    v = play(FIELD, {**ANSWER, "s5": "south T"}, "west: s2xs3", "south: s5-s4*s3")
    assert v.pieces == {"s4": "south T"}
    assert v.steps == {}


def test_a_catapult_does_not_go_two_fields_before_it_shoots_back() -> None:
    """G27, A80."""
    road = "s1 - s2 - s3 - s4 - s5 - s6, s6 - s7"
    start = {"s1": "west K", "s2": "south S", "s3": "south S", "s5": "south T"}
    v = play(road, start, "west: s1xs2", "south: s5-s4-s3*s2")
    assert v.kind == "illegal"


def test_shooting_back_does_not_use_up_the_shot_of_a_turn() -> None:
    """G27, GR9, A79."""
    start = {"s2": "west K", "s3": "south S", "s4": "south T", "s1": "west K"}
    v = play(FIELD, start, "west: s2xs3", "south: s4*s3", "west: end", "north: end", "east: end")
    assert "steps" not in v.position
    assert v.then("south: s4*s3").rule == "A76"


def test_shooting_back_sinks_the_vessel_under_its_conqueror() -> None:
    """A80."""
    v = play(
        FIELD, {"s3": "west K", "h1": "south B", "s5": "south T"}, "west: s3xh1", "south: s5*h1"
    )
    assert v.pieces == {"s5": "south T"}
    assert v.captured == {"south": 2}


def test_no_catapult_shoots_back_through_a_raised_bridge() -> None:
    """A80, GR23."""
    gate, start = "s1 - nt1 - s2", {"s1": "west W(S)", "nt1": "north S", "s2": "north T"}
    assert play(gate, start, "west: S@s1xnt1", raised=["nt1"]).to_act == {"west": "turn"}
    v = play(gate, start, "west: S@s1xnt1")
    assert v.to_act == {"north": "recapture"}


def test_a_catapult_shoots_back_from_the_next_tower() -> None:
    """GR23, A75."""
    start = {"s1": "west W(S)", "nt1": "north S", "nt2": "north T"}
    v = play(GATE, start, "west: S@s1xnt1", "north: nt2*nt1", raised=["nt1"])
    assert v.captured == {"west": 1, "north": 1}


def test_a_waiver_leaves_the_left_neighbour_no_shot_back() -> None:
    """G8, GR8."""
    start = {"s2": "east K", "s3": "south S", "s4": "south T"}
    assert play(FIELD, start, "east: s2xs3!").to_act == TURN


@pytest.mark.parametrize(("used", "owed"), [(19, "turn"), (18, "recapture")])
def test_the_last_point_leaves_the_left_neighbour_no_shot_back(used: int, owed: str) -> None:
    """G8, GR8: with one point left they are asked."""
    start = {"s2": "east K", "s3": "south S", "s4": "south T"}
    assert play(FIELD, start, "east: s2xs3", used=used).to_act == {"south": owed}


def test_options_list_shots_and_answers() -> None:
    """A44: from where a catapult stands, else after the first step that leads into reach."""
    assert "s4*s3" in choices(FIELD, {**ANSWER, "s4": "south T"}, "west: s2xs3")
    listed = choices(FIELD, {**ANSWER, "s5": "south T"}, "west: s2xs3")
    assert listed == ["pass", "s5-s4*s3"]
    assert "s2*s3" in choices(FIELD, {"s2": "south T", "s3": "west S"})


@pytest.mark.parametrize(("piece", "allowed"), [("T", False), ("W", False), ("K", True)])
def test_the_way_to_the_grail_is_closed_to_engines(piece: str, allowed: bool) -> None:
    """G35, A90: they may land from a galleon."""
    board = "s1 - c1 - g1, c2 - h1"
    v = play(board, {"s1": f"south {piece}"}, "south: s1-c1")
    assert (v.kind is None) == allowed
    if piece == "T":
        assert v.rule == "G35"
        assert play(board, {"h1": "south G(T)"}, "south: T@h1-c2").kind is None


def test_catapults_board_galleons_alone() -> None:
    """G18, G31."""
    assert play(FIELD, {"s3": "south T", "h1": "south G"}, "south: s3-h1").kind is None
    assert play(FIELD, {"s3": "south T", "h1": "south B"}, "south: s3-h1").kind == "illegal"


@pytest.mark.parametrize(
    ("picture", "pieces", "orders"),
    [
        (
            "s1 - s2 - s3, s2 - s4",
            {"s2": "south T", "s1": "west S", "s3": "west S"},
            "s2*s1; s2-s4-s2; s2*s3",
        ),
        (
            "h1 - h2, m1 ~ h1, h1 ~ m2",
            {"h1": "south G(T)", "m1": "west B", "h2": "west B"},
            "T@h1*m1; h1-m2-h1; T@h1*h2",
        ),
    ],
)
def test_a_walk_there_and_back_gives_no_second_shot(
    picture: str, pieces: dict[str, str], orders: str
) -> None:
    """G26, A41, A79: ashore and aboard."""
    v = play(picture, pieces, f"south: {orders}")
    assert (v.accepted, v.rule) == (0, "G26")


DUNES = "s1 - s2 - s3 - s4 - s5, s2 * s7"
SAFE = {"standing": {"west": ["recapture with any if safe"]}}


@pytest.mark.parametrize(
    ("pieces", "owes"),
    [
        ({"s3": "west K"}, "south"),
        ({"s3": "west K", "s7": "south T"}, "west"),
        ({"s3": "west T", "s5": "south K"}, "west"),
        ({"s4": "west T", "s5": "south S"}, "west"),
    ],
)
def test_a_safe_recapture_takes_shots_into_account(pieces: dict[str, str], owes: str) -> None:
    """CP4, G27: a catapult can hit who recaptures; one that answers is safe where it stands."""
    start = {"s1": "south K", "s2": "west S", **pieces}
    v = judge_case({**set_up(DUNES, start, "south: s1xs2"), **SAFE})
    assert list(v.to_act) == [owes]


def test_a_shot_back_is_safe_though_the_field_can_be_reached() -> None:
    """CP4, G27: nobody stands any more where the capturing piece stood."""
    start = {"s1": "south K", "s2": "west S", "s3": "west T", "s0": "south S"}
    v = judge_case({**set_up("s0 - s1 - s2 - s3", start, "south: s1xs2"), **SAFE})
    assert (v.pieces, v.captured) == (
        {"s0": "south S", "s3": "west T"},
        {"south": 1, "west": 1},
    )


WALLS = "s1 - wt1, s2 - wt1, s2 - wt2, wt1 * wt2, s2 - s3"


def test_a_catapult_enters_the_next_tower_to_shoot_back_at_a_climber() -> None:
    """G27, A77, A80: not over the raised bridge from outside, but from beside it."""
    start = {"s1": "south W(S)", "wt1": "west K", "s2": "west T"}
    v = play(WALLS, start, "south: S@s1xwt1", "west: s2-wt2*wt1", raised=["wt1"])
    assert v.pieces == {"s1": "south W", "wt2": "west T"}
    shut = play(WALLS, start, "south: S@s1xwt1", raised=["wt1", "wt2"])
    assert shut.to_act == TURN


def test_a_catapult_goes_to_the_coast_to_shoot_back_at_a_vessel() -> None:
    """G27, G31, A80: both vessels can be built again."""
    coast = "s1 - s2, s2 * m1, m1 ~ m2"
    start = {"m1": "west B", "m2": "south B", "s1": "west T"}
    v = play(coast, start, "south: m2xm1", "west: s1-s2*m1")
    assert v.pieces == {"s2": "west T"}
    assert v.position["sunk"] == {"south": "B", "west": "B"}


def test_a_turn_goes_on_after_a_shot_has_freed_a_tower() -> None:
    """G36, CR19, A100: four points come back, so it was not the last."""
    v = play("st1 - s1", {"st1": "west K", "s1": "south T"}, "south: s1*st1", used=15)
    assert (v.points, v.to_act) == (4, TURN)


def test_a_shot_frees_a_frozen_player() -> None:
    """G26, G37: the player has the next turn in the usual place, with the points left."""
    towers = {f"st{n}": "west K" for n in range(1, 6)}
    board = "st1 - s1, st2 - s2, st3 - s3, st4 - s4, st5 - s5"
    v = play(board, {**towers, "s5": "north T"}, "north: s5*st5; end", "east: end")
    assert (v.to_act, v.points) == (TURN, 4)
    v = play(board, {**towers, "s5": "north K"}, "north: s5xst5; end", "east: end")
    assert v.to_act == {"west": "turn"}
