"""Rules that meet in one turn."""

from __future__ import annotations

from tests.conquest.islands.table import play

QUAY = "s1-s2-s3-s4-h1, h1~m1~m2~m3~m4~m5~m6"


def test_a_rider_captures_and_mounts_again() -> None:
    """C9, C12, C25, CR4: the capture renewed the soldier's own steps, not those of the elephant."""
    v = play(
        "s1-s2-s3-s4",
        {"s1": "south E(S)", "s3": "west K"},
        "south: S@s1-s2xs3; s1-s2; s3-s2; s2-s3-s4; S@s4-s3",
    )
    assert v.pieces == {"s3": "south S", "s4": "south E"}
    assert (v.steps, v.points) == ({"s3": "2", "s4": "3"}, 13)


def test_steps_count_of_a_soldier_who_captured_and_mounted_again() -> None:
    """C9, CR2, CR4."""
    orders = "S@s1-s2xs3; s1-s2; s3-s2; S@s2-s3"
    pieces = {"s1": "south E(S)", "s3": "west K"}
    assert play("s1-s2-s3-s4", pieces, f"south: {orders}; s3-s4").rule == "C9"
    assert play("s1-s2-s3-s4", pieces, f"south: {orders}").pieces["s3"] == "south S"


def test_a_soldier_returns_aboard_to_land_with_the_elephant() -> None:
    """C12, C18, C21, CR8, A27: it captures on the quay, climbs aboard, is carried ashore."""
    v = play(
        "h1-s1",
        {"h1": "south B(E(S,S))", "s1": "west C(S)"},
        "south: S@h1xs1; s1-h1; E@h1-s1",
    )
    assert v.pieces == {"h1": "south B", "s1": "south E(S,S)"}
    assert (v.steps, v.captured) == ({"s1": "1(0,1)"}, {"south": 2})


def test_a_vessel_won_back_regains_its_whole_range() -> None:
    """A46, A53, C31, CR5: no matter who moved it before."""
    v = play(
        QUAY,
        {"m3": "south B", "h1": "west G", "s4": "west S", "s1": "south K"},
        "south: m3-m2-m1xh1",
        "west: s4xh1",
        "south: s1-s2-s3-s4xh1; h1-m1-m2-m3-m4-m5-m6",
    )
    assert v.pieces == {"m6": "south B(K)"}
    assert (v.steps, v.points, v.captured) == ({"m6": "6(0)"}, 7, {"south": 2})


def test_each_tower_freed_gives_points_back() -> None:
    """C34, CR22: 20 - 8 - 10 leave two; two captures cost three and bring back eight."""
    v = play(
        "s1-st1-s2-st2",
        {"s1": "south K", "st1": "west S", "st2": "north S"},
        "south: s1xst1; st1-s2xst2",
        used=10,
    )
    assert (v.kind, v.points) == (None, 7)


def test_a_step_without_points_is_refused_even_if_it_frees_a_tower() -> None:
    """A28, C6, C34."""
    v = play(
        "s1-st1, s3-s4",
        {"s1": "south K", "s3": "south S", "st1": "west S"},
        "south: s3-s4; s1xst1",
        used=15,
    )
    assert (v.kind, v.rule, v.position["used"]) == ("illegal", "C6", 15)


def test_a_win_in_the_middle_of_a_plan_ends_the_game() -> None:
    """A101, C38, CP3: what the plan still holds is void."""
    held = {f"g{n}": "south S" for n in range(1, 5)}
    v = play(
        "s1-s2-s3, s8-g5, g1, g2, g3, g4",
        {**held, "s1": "south S", "s2": "west S", "s3": "west K", "s8": "south K"},
        "south: s1xs2; s8-g5; g5-s8; end",
        "west: pass",
    )
    assert (v.winners, v.reason, v.to_act) == (["south"], "immobilised", {})
    assert (v.pieces["g5"], v.points, v.position.get("plan")) == ("south K", 0, None)


def test_the_left_neighbours_window_is_judged_at_each_capture_of_a_plan() -> None:
    """C33, CP3: the second capture waives the points, and West is on turn."""
    v = play(
        "s1-s2-s3, s7-s8-s9",
        {"s1": "south S", "s2": "west S", "s3": "west K"}
        | {"s7": "south K", "s8": "west S", "s9": "west K"},
        "south: s1xs2; s7xs8!; end",
        "west: pass",
    )
    assert (v.to_act, v.position["number"], v.captured) == ({"west": "turn"}, 10, {"south": 2})
