"""Camels: they obey any rider, and other seats can lead them."""

from __future__ import annotations

import pytest

from .table import choices, play

ROAD = "s1 - s2 - s3 - s4 - s5 - s6, s2 - et1, s3 - h1 ~ m1, s1 : wi1 : wi2 : s6"
TURN = {"south": "turn"}


def test_the_rider_of_a_foreign_camel_commands_it() -> None:
    """G15, G9, A69: the camel keeps its owner's colour, and moves for its rider."""
    v = play(ROAD, {"s1": "south S", "s2": "west M"}, "south: s1-s2; s2-s3-s4-s5")
    assert v.pieces == {"s5": "west M(south S)"}
    assert v.steps == {"s5": "3(1)"}
    assert (v.points, v.to_act) == (16, TURN)


def test_a_camel_returns_to_its_owner_when_its_rider_gets_off() -> None:
    """G15: and then it may be captured."""
    v = play(ROAD, {"s2": "west M(south S)"}, "south: S@s2-s3; s3xs2")
    assert v.pieces == {"s2": "south S"}
    assert v.captured == {"south": 1}
    assert v.steps == {}


def test_the_sign_tells_mounting_a_camel_from_capturing_it() -> None:
    """A70."""
    start = {"s1": "south S", "s2": "west M"}
    assert play(ROAD, start, "south: s1-s2").captured == {}
    assert play(ROAD, start, "south: s1xs2").captured == {"south": 1}
    listed = choices(ROAD, start)
    assert {"s1-s2", "s1xs2"} <= {*listed}


def test_options_list_mounting_and_capturing_a_camel() -> None:
    """A70, A44, C10: straight from an elephant a soldier can only capture it."""
    listed = choices("s1 - s2 - s3 - s1, s1 - et1", {"s1": "south E(S)", "s3": "west M"})
    assert {"S@s1xs3", "S@s1-s2-s3"} <= {*listed}


def test_options_number_a_soldier_only_where_another_could_go() -> None:
    """A43, A44: both can capture the camel, only one has the steps to go round and mount it."""
    start = {"s1": "south E(S,S)", "s3": "west M"}
    listed = choices("s1 - s2 - s3 - s1, s1 - et1", start, steps={"s1": "0(0,1)"})
    assert [order for order in listed if order.endswith("s3")] == [
        "S1@s1xs3",
        "S2@s1xs3",
        "S@s1-s2-s3",
        "s1xs3",
    ]


def test_mounting_a_camel_is_no_capture() -> None:
    """GR16: no window, nothing regained."""
    v = play(ROAD, {"s1": "south S", "s2": "west M", "s3": "west K"}, "south: s1-s2")
    assert v.to_act == TURN
    assert v.steps == {"s2": "0(1)"}


@pytest.mark.parametrize("link", ["-", "x"])
@pytest.mark.parametrize("piece", ["K", "E", "E(S,S)", "C", "C(S)", "M(S)"])
def test_other_pieces_capture_a_camel_by_either_sign(piece: str, link: str) -> None:
    """A70: only a soldier could mount it; one order is listed for both signs."""
    start = {"s1": f"south {piece}", "s2": "west M"}
    v = play(ROAD, start, f"south: s1{link}s2")
    assert (v.pieces, v.captured) == ({"s2": f"south {piece}"}, {"south": 1})
    listed = choices(ROAD, start)
    assert "s1xs2" in listed
    assert "s1-s2" not in listed


def test_a_ridden_camel_cannot_be_mounted() -> None:
    """G15, A73: it can only be captured, with its rider."""
    v = play(ROAD, {"s1": "south S", "s2": "west M(S)"}, "south: s1-s2")
    assert (v.pieces, v.captured) == ({"s2": "south S"}, {"south": 2})


def test_an_own_camel_carries_no_second_rider() -> None:
    """A73."""
    v = play(ROAD, {"s1": "south S", "s2": "south M(S)"}, "south: s1-s2")
    assert v.kind == "illegal"


def test_a_camel_is_mounted_from_the_ground_only() -> None:
    """C10, G9: who gets off a mount can capture the camel, not mount it (A70)."""
    start = {"s1": "south E(S)", "s2": "west M"}
    assert play(ROAD, start, "south: S@s1xs2").captured == {"south": 1}
    refused = play(ROAD, start, "south: S@s1-s2")
    assert (refused.kind, refused.rule) == ("illegal", "C10")
    assert "S@s1xs2" in choices(ROAD, start)
    assert "S@s1-s2" not in choices(ROAD, start)


@pytest.mark.parametrize(
    ("pieces", "order"),
    [
        ({"s1": "south M", "s2": "west S"}, "s1xs2"),
        ({"s2": "south M", "s3": "west S"}, "s2-s3"),
        ({"s4": "south M", "h1": "west B"}, "s4-s3xh1"),
    ],
)
def test_a_camel_without_a_rider_captures_nothing(pieces: dict[str, str], order: str) -> None:
    """G14."""
    v = play(ROAD, pieces, f"south: {order}")
    assert (v.kind, v.rule) == ("illegal", "G14")


def test_ridden_camels_capture_and_board() -> None:
    """G14, G15: foreign ones, too."""
    v = play(ROAD, {"s2": "west M(south S)", "s3": "north K"}, "south: s2xs3; s3-s4")
    assert v.pieces == {"s4": "west M(south S)"}
    v = play(ROAD, {"s4": "south M(S)", "h1": "west B"}, "south: s4-s3xh1")
    assert v.pieces == {"h1": "south B(M(S))"}


def test_camels_have_eight_steps() -> None:
    """G14."""
    road = " - ".join(f"s{n}" for n in range(1, 11))
    start = {"s1": "south M"}
    assert play(road, start, "south: " + "-".join(f"s{n}" for n in range(1, 10))).kind is None
    v = play(road, start, "south: " + "-".join(f"s{n}" for n in range(1, 11)))
    assert (v.kind, v.rule) == ("illegal", "G14")


def test_a_foreign_camel_is_led_two_fields() -> None:
    """G17, A71: for points, and the steps count when it is mounted."""
    v = play(ROAD, {"s1": "south S", "s4": "west M"}, "south: s4-s3-s2; s1-s2; s2-s3")
    assert v.pieces == {"s3": "west M(south S)"}
    assert v.steps == {"s3": "3(1)"}
    assert v.points == 16


def test_no_camel_is_led_three_fields() -> None:
    """G17, GR16, A71."""
    v = play(ROAD, {"s4": "west M"}, "south: s4-s3; s3-s2; s2-s1")
    assert (v.kind, v.rule) == ("illegal", "GR16")


@pytest.mark.parametrize(
    ("pieces", "order"),
    [
        ({"s2": "west M"}, "s2-et1"),
        ({"s3": "west M", "h1": "south B"}, "s3-h1"),
        ({"s3": "west M", "h1": "west B"}, "s3-h1"),
        ({"s3": "west M", "s2": "north S"}, "s3xs2"),
        ({"s3": "west M", "s2": "south E"}, "s3-s2"),
    ],
)
def test_no_camel_is_led_aboard_into_castles_or_against_pieces(
    pieces: dict[str, str], order: str
) -> None:
    """A71."""
    assert play(ROAD, pieces, f"south: {order}").kind == "illegal"


def test_a_camel_that_is_ridden_or_aboard_cannot_be_led() -> None:
    """G17, A71."""
    assert play(ROAD, {"s3": "west M(S)"}, "south: s3-s2").kind == "illegal"
    assert play(ROAD, {"h1": "west B(M)"}, "south: M@h1-s3").kind == "illegal"


def test_camels_are_led_over_wild_paths() -> None:
    """G13, A71."""
    assert play(ROAD, {"s1": "west M"}, "south: s1-wi1-wi2").pieces == {"wi2": "west M"}


@pytest.mark.parametrize("piece", ["K", "M", "M(S)"])
def test_knights_and_camels_go_through_the_wilderness(piece: str) -> None:
    """G13, G16, GR13, GR14: each area is one field and a step."""
    v = play(ROAD, {"s1": f"south {piece}"}, "south: s1-wi1-wi2-s6")
    assert (v.pieces, v.points) == ({"s6": f"south {piece}"}, 17)


@pytest.mark.parametrize("piece", ["S", "E", "C", "T", "W"])
def test_other_pieces_do_not_enter_the_wilderness(piece: str) -> None:
    """G2, G13."""
    v = play(ROAD, {"s1": f"south {piece}"}, "south: s1-wi1")
    assert (v.kind, v.rule) == ("illegal", "G13")


def test_nobody_gets_off_in_the_wilderness() -> None:
    """G13, A74."""
    assert play(ROAD, {"wi1": "south M(S)"}, "south: S@wi1-s1").kind == "illegal"
    assert play(ROAD, {"wi1": "south M(S)", "s1": "west S"}, "south: S@wi1xs1").kind == "illegal"


def test_knights_alone_capture_in_the_wilderness() -> None:
    """GR15, A74: onto the road a ridden camel may."""
    assert play(ROAD, {"s1": "south K", "wi1": "west K"}, "south: s1xwi1").kind is None
    v = play(ROAD, {"s1": "south M(S)", "wi1": "west K"}, "south: s1xwi1")
    assert (v.kind, v.rule) == ("illegal", "GR15")
    assert play(ROAD, {"wi1": "south M(S)", "s1": "west K"}, "south: wi1xs1").kind is None


def test_the_rider_of_a_foreign_camel_holds_its_field() -> None:
    """A69, GR18, G36: towers and grail fields, also its owner's own."""
    v = play(
        ROAD, {"et1": "west M(south S)", "s6": "east K"}, "south: end", "west: end", "north: end"
    )
    assert v.points == 16
    v = play(
        "s1 - s2 - s3, s1 - g1",
        {"g1": "west M(south S)", "s2": "south K"},
        "south: end",
    )
    assert v.points == 16
    v = play("s1 - wt1", {"wt1": "west M(south S)"}, "south: end")
    assert v.points == 16


def test_a_camel_counts_for_its_owner_and_its_tower_for_its_rider() -> None:
    """A69, G40: South has four figures and the tower, West three and the camel."""
    v = play(ROAD, {"et1": "west M(south S)"}, "south: end", since_capture=15)
    assert v.outcome is not None
    assert v.outcome["scores"] == {"south": 5, "west": 4, "north": 3, "east": 3}


def test_a_ridden_camel_keeps_its_owner_in_the_game() -> None:
    """A69, A93: it is still a land piece of West's, until it is captured."""
    home = {"s6": "south E(S,S)", "s5": "north E(S,S)", "et1": "east E(S,S)"}
    start = {**home, "s1": "south K", "s2": "west K", "s3": "west M(south S)"}
    v = play(ROAD, start, "south: s1xs2", bare=True)
    assert (v.outcome, v.captured) == (None, {"south": 1})
    start = {**home, "s1": "north K", "s2": "west M(south S)"}
    v = play(ROAD, start, "north: s1xs2", bare=True)
    assert (v.reason, v.winners) == ("last_two", ["north"])


def test_a_riderless_camel_holds_a_field_for_its_owner() -> None:
    """GR18."""
    v = play(ROAD, {"et1": "west M"}, "north: end")
    assert v.points == 16


def test_an_own_camel_captured_with_its_rider_does_not_count() -> None:
    """A69: the owner captures the own camel with its rider, and counts the rider alone."""
    v = play(ROAD, {"s1": "west K", "s2": "west M(south S)"}, "west: s1xs2")
    assert (v.pieces, v.captured) == ({"s2": "west K"}, {"west": 1})


def test_the_rider_answers_the_capture_of_a_camel() -> None:
    """GR17, A69."""
    v = play(ROAD, {"s1": "north K", "s2": "west M(south S)", "s4": "south K"}, "north: s1xs2")
    assert v.to_act == {"south": "recapture"}


def test_no_riderless_camel_recaptures() -> None:
    """GR19: a ridden one does."""
    start = {"s1": "south K", "s2": "west S"}
    assert play(ROAD, {**start, "s3": "west M"}, "south: s1xs2").to_act == TURN
    kept = {**start, "s3": "west M", "s4": "west S"}
    v = play("s4 - s2, " + ROAD, kept, "south: s1xs2", "west: s3xs2")
    assert (v.kind, v.rule) == ("illegal", "G14")
    v = play(ROAD, {**start, "s3": "west M(S)"}, "south: s1xs2", "west: s3xs2")
    assert v.pieces == {"s2": "west M(S)"}


def test_no_foreign_camel_is_left_aboard() -> None:
    """A72: it may leave the vessel with its rider."""
    start = {"h1": "south B(west M(south S))"}
    v = play(ROAD, start, "south: S@h1-s3")
    assert (v.kind, v.rule) == ("illegal", "A72")
    assert play(ROAD, start, "south: M@h1-s3").pieces == {"s3": "west M(south S)", "h1": "south B"}


def test_a_foreign_camel_can_be_taken_to_sea() -> None:
    """G15, G18."""
    v = play(ROAD, {"s3": "west M(south S)", "h1": "south B"}, "south: s3-h1; h1-m1")
    assert v.pieces == {"m1": "south B(west M(south S))"}


def test_camels_enter_the_grail() -> None:
    """G36, A71: led ones, too."""
    assert play("s1 - g1", {"s1": "south M"}, "south: s1-g1").kind is None
    assert play("s1 - g1", {"s1": "west M"}, "south: s1-g1").kind is None


@pytest.mark.parametrize("order", ["s2-s3-s2", "S@s2-s3-s2"])
def test_a_foreign_camel_stays_foreign_there_and_back(order: str) -> None:
    """A41, A69: whether it walks back itself or its rider gets off and on again."""
    v = play(ROAD, {"s2": "west M(south S)"}, f"south: {order}")
    assert (v.pieces, v.points) == ({"s2": "west M(south S)"}, 18)


def test_a_camel_led_there_and_back_stays_its_owners() -> None:
    """A41, A71: its owner moves it as before."""
    v = play(ROAD, {"s2": "west M"}, "south: s2-s3-s2; end", "west: s2-s3-s4-s5")
    assert v.pieces == {"s5": "west M"}


def test_a_rider_gets_off_a_foreign_camel_and_captures_it() -> None:
    """G15, A41: in one order as in two, and its owner may answer."""
    start = {"s2": "west M(south S)"}
    v = play(ROAD, start, "south: S@s2-s3xs2")
    assert (v.pieces, v.captured, v.points) == ({"s2": "south S"}, {"south": 1}, 18)
    assert v.steps == {}
    v = play(ROAD, {**start, "s4": "west K"}, "south: S@s2-s3xs2")
    assert (v.to_act, v.position["window"]["lost"]) == ({"west": "recapture"}, "M")
    two = play(ROAD, {**start, "s4": "west K"}, "south: S@s2-s3; s3xs2")
    assert v.position == two.position


def test_a_partners_camel_is_mounted_not_captured() -> None:
    """G15, GR16, CP7: mounting is no capture; leading is for opponents (G17)."""
    start, side = {"s1": "south S", "s2": "north M"}, {"choices": {"partners": True}}
    v = play(ROAD, start, "south: s1-s2; s2-s3; S@s3-s4", **side)
    assert v.pieces == {"s3": "north M", "s4": "south S"}
    assert play(ROAD, start, "south: s1xs2", **side).kind == "illegal"
    assert play(ROAD, start, "south: s2-s3", **side).kind == "illegal"
    assert {"s1-s2"} == {text for text in choices(ROAD, start, **side) if text.endswith("s2")}


GRAIL = "c1 - g1 - g2 - g3 - g4 - g5, s1 - st1, s2 - st2, st3 - s3"


def test_a_camel_costs_its_leader_points_where_it_is_left() -> None:
    """GR18, G36, A71: in the grail it stands for its owner, no matter who led it there."""
    v = play(GRAIL, {"c1": "west M"}, "south: c1-g1")
    assert (v.pieces, v.points) == ({"g1": "west M"}, 15)
    v = play(GRAIL, {"st1": "west M"}, "south: st1-s1")
    assert v.points == 19


def test_leading_a_camel_to_the_fifth_field_freezes_the_leader() -> None:
    """G37, GR18, CR24: the turn ends at once, also where a rider gets off a foreign camel."""
    four = {"st1": "west K", "st2": "west K", "st3": "west K", "g5": "west K"}
    v = play(GRAIL, {**four, "c1": "west M"}, "south: c1-g1")
    assert v.to_act == {"west": "turn"}
    v = play(GRAIL, {**four, "g1": "west M(south S)"}, "south: S@g1-c1")
    assert v.to_act == {"west": "turn"}


def test_a_led_camel_can_win_the_game_for_its_owner() -> None:
    """GR18, CR25: the only one who can move wins, though it was another's order."""
    four = {"g2": "west K", "g3": "west K", "g4": "west S", "g5": "west S"}
    v = play(GRAIL, {**four, "c1": "west M"}, "north: c1-g1")
    assert (v.reason, v.winners) == ("immobilised", ["west"])


def test_mounting_the_camel_in_a_tower_frees_the_tower() -> None:
    """G15, G36, A69: the four points are back at once, and gone when the rider gets off."""
    v = play(GRAIL, {"st1": "west M", "s1": "south S"}, "south: s1-st1", used=15)
    assert v.points == 4
    v = v.then("south: st1-s1; S@s1-st1")
    assert v.pieces == {"s1": "west M", "st1": "south S"}


def test_a_camel_mounted_again_keeps_its_count_of_steps() -> None:
    """A71: eight in a turn, no matter who rode it meanwhile."""
    road = " - ".join(f"s{n}" for n in range(1, 11))
    start = {"s1": "west M(south S)"}
    orders = "s1-s2-s3-s4; S@s4-s5; s5-s4; s4-s5-s6-s7-s8-s9"
    assert play(road, start, f"south: {orders}").pieces == {"s9": "west M(south S)"}
    assert play(road, start, f"south: {orders}-s10").rule == "G14"


@pytest.mark.parametrize(
    ("pieces", "order", "used"),
    [
        ({"c1": "west M"}, "c1-g1-g2", 15),
        ({"st1": "west M(south S)"}, "S@st1-s1-s5", 15),
    ],
)
def test_every_step_of_a_camels_path_is_paid(pieces: dict[str, str], order: str, used: int) -> None:
    """A41, GR18: no point is left for the second one while the camel holds a field."""
    board = f"{GRAIL}, s1 - s5"
    v = play(board, pieces, f"south: {order}", used=used)
    assert (v.kind, v.rule) == ("illegal", "C6")
    assert order not in choices(board, pieces, used=used)
    assert play(board, pieces, f"south: {order}", used=used - 1).kind is None


TOWER = "st1 - s1 - s2 - s3, st1 - s5, g1 - c1 - c2"


@pytest.mark.parametrize("order", ["st1-s1-s2", "g1-c1-c2"])
def test_points_that_a_camel_led_away_gives_back_can_be_used(order: str) -> None:
    """A41, G36: at once, in the same path as in two orders."""
    start, _, end = order.split("-")
    v = play(TOWER, {start: "west M"}, f"south: {order}", used=15)
    assert (v.pieces, v.points) == ({end: "west M"}, 3)
    assert order in choices(TOWER, {start: "west M"}, used=15)
    assert play(TOWER, {start: "west M"}, f"south: {order}", used=16).rule == "C6"


def test_points_that_a_ridden_camel_gives_back_can_be_used() -> None:
    """A41, A69, G36: mounted it holds the tower for its rider, who then leaves it there again."""
    start = {"st1": "west M", "s1": "south S"}
    v = play(TOWER, start, "south: s1-st1-s5", used=15)
    assert v.pieces == {"st1": "west M", "s5": "south S"}
    assert "s1-st1-s5" in choices(TOWER, start, used=15)


@pytest.mark.parametrize("piece", ["south S", "south K", "north M"])
def test_a_camel_that_stays_gives_no_points_back(piece: str) -> None:
    """A41, C6: one point pays for one step of any piece."""
    start = {"st1": "west M", "s3": piece}
    assert play(TOWER, start, "south: s3-s2-s1", used=15).rule == "C6"
    listed = choices(TOWER, start, used=15)
    assert "s3-s2" in listed
    assert "s3-s2-s1" not in listed


@pytest.mark.parametrize("used", [0, 18, 19])
@pytest.mark.parametrize("answering", ["south S", "south M(south S)", "west M(south S)"])
def test_an_answer_two_steps_away_is_free_whatever_the_attacker_has_left(
    used: int, answering: str
) -> None:
    """C26, G7: the answer costs the attacker no points, and so cannot be unaffordable."""
    start = {"s1": "west S", "s2": "south S", "s4": answering, "rn2": "north M"}
    v = play("s1 - s2 - s3 - s4, rn2", start, "west: s1xs2", used=used)
    assert v.to_act == {"south": "recapture"}
    assert "s4-s3xs2" in v.choices()
    assert v.then("south: s4-s3xs2").kind is None
