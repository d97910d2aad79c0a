"""Siege engines: manned, pushed, climbed from, drawn in."""

from __future__ import annotations

import pytest

from .table import choices, judge_case, play

WALL = "s1 - s2 - s3 - wt1, s3 - s4, s2 - st1, s2 - h1"
WON = ("siege_engine", ["south"])


def test_an_engine_carries_up_to_three_soldiers() -> None:
    """G32, G9: they mount and get off as everywhere."""
    start = {"s1": "south S", "s2": "south W(S,S)"}
    v = play(WALL, start, "south: s1-s2; s2-s3; S1@s3-s4")
    assert v.pieces == {"s3": "south W(S,S)", "s4": "south S"}
    v = play(WALL, {"s1": "south S", "s2": "south W(S,S,S)"}, "south: s1-s2")
    assert (v.kind, v.rule) == ("illegal", "G32")


def test_three_soldiers_on_an_engine_are_named_by_their_steps() -> None:
    """A43."""
    start = {"s3": "south W(S,S,S)"}
    v = play(WALL, start, "south: S@s3-s4", steps={"s3": "0(0,1,1)"})
    assert v.kind == "ambiguous"
    v = play(WALL, start, "south: S2@s3-s4", steps={"s3": "0(0,1,1)"})
    assert v.steps == {"s3": "0(0,1)", "s4": "2"}


def test_an_engine_goes_two_fields_empty_or_manned() -> None:
    """G32, GR21."""
    assert play(WALL, {"s1": "south W"}, "south: s1-s2-s3").kind is None
    assert play(WALL, {"s1": "south W"}, "south: s1-s2-s3-s4").rule == "G32"


def test_an_engine_never_goes_aboard() -> None:
    """G32, G18."""
    assert play(WALL, {"s2": "south W", "h1": "south G"}, "south: s2-h1").kind == "illegal"


@pytest.mark.parametrize("piece", ["S", "K", "C", "C(S)", "M(S)"])
@pytest.mark.parametrize("engine", ["W", "W(S)"])
def test_an_engine_falls_to_elephants_only(piece: str, engine: str) -> None:
    """G4, G10, G32, GR21, A92: empty ones are neither mounted nor conquered."""
    v = play(WALL, {"s1": f"south {piece}", "s2": f"west {engine}"}, "south: s1xs2")
    assert (v.kind, v.rule) == ("illegal", "G10")


def test_an_engine_is_captured_with_its_soldiers() -> None:
    """G10, G6, A92: one aboard, too."""
    v = play(WALL, {"s1": "south E", "s2": "west W(S,S)"}, "south: s1xs2")
    assert v.captured == {"south": 3}
    v = play(WALL, {"h1": "south B(E)", "s2": "west W"}, "south: E@h1xs2")
    assert v.captured == {"south": 1}


def test_a_soldier_gets_off_an_engine_to_capture() -> None:
    """G32."""
    assert play(WALL, {"s2": "south W(S)", "s1": "west K"}, "south: S@s2xs1").kind is None


def test_a_soldier_climbs_into_a_tower_over_a_raised_bridge() -> None:
    """G33, A86, A88: the bridge stays up; a step of the soldier."""
    v = play(WALL, {"s3": "south W(S)"}, "south: S@s3-wt1", raised=["wt1"])
    assert v.pieces == {"s3": "south W", "wt1": "south S"}
    assert (v.position["raised"], v.steps) == (["wt1"], {"wt1": "1"})


def test_a_climb_captures_the_occupant_of_the_tower() -> None:
    """G33, A88, GR23: and the victim is asked."""
    start = {"s3": "south W(S)", "wt1": "west K", "s4": "west K"}
    wall = f"{WALL}, s4 - wt1"
    assert play(wall, start, "south: S@s3xwt1").to_act == {"west": "recapture"}
    v = play(wall, start, "south: S@s3xwt1", raised=["wt1"])
    assert v.to_act == {"south": "turn"}, "a raised bridge keeps the answer out"


@pytest.mark.parametrize("there", ["west E", "west W", "west E(S)"])
def test_a_climb_captures_no_elephant_and_no_engine(there: str) -> None:
    """G33, A88."""
    v = play(WALL, {"s3": "south W(S)", "wt1": there}, "south: S@s3xwt1", raised=["wt1"])
    assert v.kind == "illegal"


@pytest.mark.parametrize("stack", ["S", "E(S)", "M(S)", "C(S)"])
def test_soldiers_climb_from_engines_alone(stack: str) -> None:
    """G33, G38, A86."""
    order = "s3-wt1" if stack == "S" else "S@s3-wt1"
    v = play(WALL, {"s3": f"south {stack}"}, f"south: {order}", raised=["wt1"])
    assert (v.kind, v.rule) == ("illegal", "G38")


def test_a_climb_answers_a_capture() -> None:
    """A99: as the first and only step."""
    start = {"s3": "west W(S)", "wt1": "west S", "s5": "south W(S)"}
    orders = "south: S@s5xwt1", "west: S@s3xwt1"
    v = play(f"{WALL}, s5 - wt1", start, *orders, raised=["wt1"])
    assert v.captured == {"south": 1, "west": 1}


def test_climbing_lowering_and_drawing_the_engine_in_wins() -> None:
    """G33, G34, GR22, A89: three points."""
    v = play(
        WALL, {"s3": "south W(S)"}, "south: S@s3-wt1; lower wt1; s3-wt1", raised=["wt1"], used=17
    )
    assert (v.reason, v.winners) == WON
    assert v.pieces == {"wt1": "south W(S)"}


@pytest.mark.parametrize("engine", ["W", "W(S,S,S)"])
def test_an_engine_wins_by_rolling_into_an_open_empty_tower(engine: str) -> None:
    """G3, G34, G39, A89."""
    v = play(WALL, {"s2": f"south {engine}"}, "south: s2-s3-wt1")
    assert (v.reason, v.winners) == WON


@pytest.mark.parametrize(
    ("there", "raised"),
    [("west S", []), ("south K", []), ("south S", ["wt1"]), (None, ["wt1"]), ("north S", [])],
)
def test_an_engine_is_not_drawn_into_towers_that_are_held_or_shut(
    there: str | None, raised: list[str]
) -> None:
    """GR22, A89."""
    pieces = {"s3": "south W(S)"} | ({"wt1": there} if there else {})
    assert play(WALL, pieces, "south: s3-wt1", raised=raised).kind == "illegal"


def test_an_engine_needs_room_for_the_soldier_in_the_tower() -> None:
    """A89."""
    v = play(WALL, {"s3": "south W(S,S,S)", "wt1": "south S"}, "south: s3-wt1")
    assert v.kind == "illegal"


def test_an_engine_stands_in_its_own_castle_like_any_piece() -> None:
    """A89: that wins nothing."""
    v = play(WALL, {"s2": "south W"}, "south: s2-st1")
    assert (v.outcome, v.pieces) == (None, {"st1": "south W"})


def test_an_engine_rolls_through_no_castle() -> None:
    """A105."""
    v = play("s1 - wt1 - s2", {"s1": "south W"}, "south: s1-wt1-s2")
    assert v.kind == "illegal"


@pytest.mark.parametrize(("piece", "allowed"), [("E", True), ("E(S)", False), ("K", True)])
def test_unloaded_elephants_cross_suspension_bridges(piece: str, allowed: bool) -> None:
    """G11, GR20, A91: chariots and camels loaded or not."""
    v = play("s1 = b1 = s2", {"s1": f"south {piece}"}, "south: s1-b1-s2")
    assert (v.kind is None) == allowed
    assert allowed or v.rule == "G11"


@pytest.mark.parametrize("piece", ["C(S)", "M(S)", "W(S)", "T"])
def test_other_loaded_carriers_cross_suspension_bridges(piece: str) -> None:
    """G11, GR20."""
    assert play("s1 = b1 = s2", {"s1": f"south {piece}"}, "south: s1-b1").kind is None


def test_nobody_mounts_an_elephant_on_a_suspension_bridge() -> None:
    """GR20, A91."""
    v = play("s1 = b1 = s2", {"s1": "south S", "b1": "south E"}, "south: s1-b1")
    assert (v.kind, v.rule) == ("illegal", "GR20")
    assert play("s1 = s2 - s3", {"s1": "south S", "s2": "south E"}, "south: s1-s2").kind is None


def test_options_list_a_climb_where_the_engine_cannot_enter() -> None:
    """A44."""
    listed = choices(WALL, {"s3": "south W(S)"}, raised=["wt1"])
    assert "S@s3-wt1" in listed
    assert "s3-wt1" not in listed


def test_options_list_a_climb_and_the_entry_of_the_engine() -> None:
    """A44, A89: where the bridge is down, also to an own soldier who has lowered it."""
    listed = choices(WALL, {"s3": "south W(S)"})
    assert {"S@s3-wt1", "s3-wt1"} <= {*listed}
    climb = "south: S@s3-wt1"
    assert "s3-wt1" not in choices(WALL, {"s3": "south W(S)"}, climb, raised=["wt1"])
    listed = choices(WALL, {"s3": "south W(S)"}, f"{climb}; lower wt1", raised=["wt1"])
    assert "s3-wt1" in listed


@pytest.mark.parametrize("engine", ["W", "W(S)", "W(S,S,S)"])
def test_a_siege_engine_does_not_take_itself_aboard(engine: str) -> None:
    """A41, A89: one that ends its walk where it began is what it was."""
    v = play("s1 - s2", {"s1": f"south {engine}"}, "south: s1-s2-s1")
    assert (v.pieces, v.points) == ({"s1": f"south {engine}"}, 18)


PARTNERS = {"partners": True}


def test_an_engine_wins_nothing_in_the_castle_of_a_partner() -> None:
    """G34, CP7: a siege engine goes in and out there as at home."""
    start = {"s1": "south W(S)"}
    v = play("s1 - nt1", start, "south: s1-nt1; nt1-s1", choices=PARTNERS)
    assert (v.pieces, v.outcome) == ({"s1": "south W(S)"}, None)


def test_an_engine_is_drawn_in_to_its_soldier_in_enemy_castles_only() -> None:
    """GR22, A89: neither at home nor at a partner's."""
    start = {"s1": "south W(S)", "nt1": "south S", "st1": "south S"}
    for tower in ("st1", "nt1"):
        v = play("st1 - s1 - nt1", start, f"south: s1-{tower}", choices=PARTNERS)
        assert (v.kind, v.outcome) == ("illegal", None)


def test_an_engine_wins_nothing_in_a_castle_of_nobody() -> None:
    """A2, A89, A105: where a seat does not play, its towers are fields as others."""
    home = {"S08": "south E(S,S)", "N01": "north E(S,S)"}
    case = {
        "ruleset": "grand-conquest",
        "board": "four-islands",
        "options": {"seats": ["south", "north"]},
        "position": {"turn": "south", "number": 9, "pieces": {**home, "W01": "south W(S)"}},
        "orders": [["south", "W01-WT1; WT1-W01"]],
    }
    v = judge_case(case)
    assert (v.kind, v.outcome, v.position["pieces"]["W01"]) == (None, None, "south W(S)")


def test_an_engine_is_mounted_and_climbed_from_in_one_order() -> None:
    """A41, A86, G33: and listed so."""
    start = {"s1": "south S", "s2": "south W"}
    v = play("s1 - s2 - wt1", start, "south: s1-s2-wt1", raised=["wt1"])
    assert (v.pieces, v.points) == ({"s2": "south W", "wt1": "south S"}, 18)
    assert "s1-s2-wt1" in choices("s1 - s2 - wt1", start, raised=["wt1"])
