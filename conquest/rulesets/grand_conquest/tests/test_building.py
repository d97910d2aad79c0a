"""Building: what can be built, where, and at what cost."""

from __future__ import annotations

import pytest

from .table import choices, play

SITE = "s1 - s2 - s3 - st1, s2 - h1 ~ m1, s1 - c1 - c2, c1 - h2 ~ m1, s3 - s4"
SUNK = {"sunk": {"south": "B,G"}, "captured": {"south": 2}}


@pytest.mark.parametrize(
    ("letter", "piece", "steps"), [("C", "C(S)", "8(0)"), ("W", "W(S)", "2(0)")]
)
def test_a_carrier_is_built_under_the_builder(letter: str, piece: str, steps: str) -> None:
    """G20, G23, G25, G32, A83: for ten points, and what is new rests."""
    v = play(SITE, {"s2": "south S"}, f"south: build {letter}@s2")
    assert (v.pieces, v.points, v.steps) == ({"s2": f"south {piece}"}, 10, {"s2": steps})


def test_a_catapult_is_built_beside_the_builder() -> None:
    """G20, G22, A83: it has moved and shot already."""
    v = play(SITE, {"s2": "south S"}, "south: build T@s2>s1")
    assert v.pieces == {"s1": "south T", "s2": "south S"}
    assert v.steps == {"s1": "2*"}
    assert play(SITE, {"s2": "south S"}, "south: build T@s2>s1; s1-c1").kind == "illegal"


def test_a_builder_walks_before_and_after_building() -> None:
    """G22, GR4: building uses none of the builder's range."""
    v = play(SITE, {"s1": "south S"}, "south: s1-s2; build C@s2; S@s2-s3")
    assert (v.pieces, v.steps) == ({"s2": "south C", "s3": "south S"}, {"s2": "8", "s3": "2"})


def test_a_new_carrier_can_be_mounted_by_others() -> None:
    """A83."""
    v = play(SITE, {"s1": "south S", "s2": "south S"}, "south: build W@s2; s1-s2")
    assert v.pieces == {"s2": "south W(S,S)"}


def test_a_new_piece_rests_for_one_turn_only() -> None:
    """G22."""
    v = play(SITE, {"s2": "south S"}, "south: build C@s2; s2-s1")
    assert v.kind == "illegal"
    v = play(
        SITE, {"s2": "south S"}, "south: build C@s2; end", "west: end", "north: end", "east: end"
    )
    assert v.then("south: s2-s1").kind is None


@pytest.mark.parametrize("builder", ["south E(S)", "south E", "south S", "west S"])
def test_a_builder_is_a_soldier_alone_on_foot(builder: str) -> None:
    """G20."""
    v = play(SITE, {"s2": builder}, "south: build C@s2")
    assert (v.kind is None) == (builder == "south S")


def test_nothing_is_built_from_aboard() -> None:
    """G20, A81."""
    assert play(SITE, {"h1": "south B(S)"}, "south: build C@h1").kind == "illegal"


@pytest.mark.parametrize("field", ["st1", "s3", "g1", "c2"])
def test_no_land_piece_is_built_on_special_fields(field: str) -> None:
    """G21, GR7, A81, A82: starts, castles, grail, the central island."""
    v = play(f"{SITE}, c2 - g1", {field: "south S"}, f"south: build C@{field}", starts="s3")
    assert (v.kind, v.rule) == ("illegal", "G21")


@pytest.mark.parametrize("to", ["c1", "h1", "s3", "s4"])
def test_a_new_catapult_needs_a_plain_field(to: str) -> None:
    """A81: joined by a road."""
    start = {"s2": "south S", "s1": "south S", "h1": "south B"}
    builder = "s1" if to == "c1" else "s2"
    v = play(SITE, start, f"south: build T@{builder}>{to}", starts="s3")
    assert v.kind == "illegal"


def test_a_new_catapult_needs_a_free_field() -> None:
    """G20, A81."""
    v = play(SITE, {"s2": "south S", "s1": "west S"}, "south: build T@s2>s1")
    assert (v.kind, v.rule) == ("illegal", "A81")


def test_a_sunk_vessel_is_built_again() -> None:
    """G24, GR5, GR6, A84: the builder gives a capture for it, and goes aboard."""
    v = play(SITE, {"s2": "south S"}, "south: build B@s2>h1", **SUNK)
    assert v.pieces == {"h1": "south B(S)"}
    assert v.steps == {"h1": "6(0)"}
    assert (v.captured, v.position["sunk"]) == ({"south": 1}, {"south": "G"})


def test_vessels_are_built_from_the_central_island() -> None:
    """GR7, A81."""
    assert play(SITE, {"c1": "south S"}, "south: build G@c1>h2", **SUNK).kind is None


@pytest.mark.parametrize(
    ("position", "rule"),
    [
        ({}, "G24"),
        ({"sunk": {"south": "G"}, "captured": {"south": 1}}, "G24"),
        ({"sunk": {"west": "B"}, "captured": {"south": 1}}, "G24"),
        ({"sunk": {"south": "B"}}, "GR6"),
    ],
)
def test_a_vessel_not_sunk_or_not_paid_for_is_not_built(
    position: dict[str, object], rule: str
) -> None:
    """G24, GR6, A84."""
    v = play(SITE, {"s2": "south S"}, "south: build B@s2>h1", **position)
    assert (v.kind, v.rule) == ("illegal", rule)


def test_sunk_vessels_are_remembered_but_not_those_boarded() -> None:
    """G24, A84."""
    sea = "s1 - h1 ~ m1 ~ m2"
    v = play(sea, {"m1": "south B", "m2": "west G(S)"}, "south: m1xm2")
    assert v.position["sunk"] == {"west": "G"}
    v = play(sea, {"s1": "south S", "h1": "west B"}, "south: s1xh1")
    assert "sunk" not in v.position


def test_a_new_vessel_can_be_boarded_at_once() -> None:
    """G22, G24: by others."""
    v = play(
        SITE,
        {"s2": "south S", "s1": "west K"},
        "south: build B@s2>h1; end",
        "west: s1-s2xh1",
        **SUNK,
    )
    assert v.pieces == {"h1": "west B(K)"}


@pytest.mark.parametrize(("used", "allowed"), [(10, True), (11, False)])
def test_building_costs_ten_points(used: int, allowed: bool) -> None:
    """G20, A28: with the last ten the turn is over."""
    v = play(SITE, {"s2": "south S"}, "south: build C@s2", used=used)
    assert (v.kind is None) == allowed
    assert (v.to_act == {"west": "turn"}) == allowed


@pytest.mark.parametrize(
    ("limits", "allowed"), [({}, False), ({"C": 3}, True), ({"C": 0}, False), ({"T": 9}, False)]
)
def test_no_more_chariots_are_built_than_the_table_allows(
    limits: dict[str, int], allowed: bool
) -> None:
    """GR3, A85: wherever they are."""
    start = {"s2": "south S", "s4": "south C", "h1": "south B(C)"}
    v = play(SITE, start, "south: build C@s2", choices={"limits": limits} if limits else None)
    assert (v.kind is None) == allowed


def test_a_table_can_switch_building_off() -> None:
    """G19, GR29, A2."""
    start = {"s2": "south S"}
    v = play(SITE, start, "south: build C@s2", choices={"building": False})
    assert (v.kind, v.rule) == ("illegal", "GR29")
    assert not any("build" in one for one in choices(SITE, start, choices={"building": False}))


@pytest.mark.parametrize("text", ["build B@s2", "build C@s2>s1", "build K@s2", "build T@s2"])
def test_a_half_build_order_is_unreadable(text: str) -> None:
    """A102."""
    assert play(SITE, {"s2": "south S"}, f"south: {text}").kind == "unreadable"


def test_options_list_what_can_be_built() -> None:
    """A44."""
    listed = [one for one in choices(SITE, {"s2": "south S"}, **SUNK) if "build" in one]
    assert listed == [
        "build B@s2>h1",
        "build C@s2",
        "build G@s2>h1",
        "build T@s2>s1",
        "build T@s2>s3",
        "build W@s2",
    ]


@pytest.mark.parametrize("order", ["build C@s1", "raise wt9", "s1*s2"])
def test_building_does_not_answer_a_capture(order: str) -> None:
    """A12, G7."""
    start = {"s3": "south K", "s2": "west S", "s1": "west K"}
    v = play(SITE, start, "south: s3xs2", f"west: {order}")
    assert v.kind == "illegal"
    assert v.rule == ("A78" if "*" in order else "A12")


@pytest.mark.parametrize(
    "orders",
    [
        "build C@s2; s2-s1",
        "build C@s2; s2xs3",
        "build W@s2; s2-s1",
        "build T@s2>s1; s2xs3; s1-s2",
        "build T@s2>s1; s1*c1",
        "build B@s2>h1; h1-m1",
    ],
)
def test_a_refusal_says_why_a_new_piece_rests(orders: str) -> None:
    """G22, A83: a position does not tell it from what has made all its steps."""
    start = {"s2": "south S", "s3": "west S", "c1": "west S"}
    assert play(SITE, start, f"south: {orders}", **SUNK).rule == "G22"
    fed = play(SITE, {"s2": "south C"}, "south: s2-s1", steps={"s2": "8"}, used=8)
    assert fed.rule == "G25"
