"""A position can be fed back at any moment, and nothing is lost (A22, A25, A27, A39, A40)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.conquest.islands.table import Json, judge_case, options, play, set_up, verdict

GAMES: dict[str, tuple[str, dict[str, str], list[str], dict[str, Any]]] = {
    "ranges half used": (
        "s1-s2-s3-s4-s5-s6-s7-s8",
        dict(s1="south E(S,S)", s8="south K"),
        ["south: s1-s2-s3", "south: S@s3-s4", "south: s8-s7-s6", "south: S@s3-s2; s6-s5"],
        {},
    ),
    "a soldier who walked joins one who did not": (
        "s1-s2-s3-s4-h5~m6",
        dict(s1="south S", s2="south E(S)", h5="south G"),
        ["south: s1-s2", "south: s2-s3-s4", "south: s4-h5", "south: h5-m6"],
        {},
    ),
    "a window with a plan": (
        "s1-s2-w3, s5-s6-s7",
        dict(s1="south S", s2="west S", w3="west K", s5="south K"),
        ["south: s1xs2; s5-s6; end", "west: pass", "west: w3xs2; end", "north: end"],
        {"used": 3},
    ),
    "a plan that goes on whatever happens": (
        "s1-s2-w3, s5-s6-s7",
        dict(s1="south S", s2="west S", w3="west K", s5="south K"),
        ["south: anyway; s1xs2; s5-s6; s2-s1", "west: w3xs2", "south: s6-s7; end"],
        {},
    ),
    "points waived against another than the neighbour": (
        "s1-s2-n3, s5-s6",
        dict(s1="south S", s2="north E", n3="north K", s5="south S"),
        ["south: s5-s6", "south: s6-s5"],
        {},
    ),
    "the last point against another than the neighbour": (
        "s1-s2-n3",
        dict(s1="south K", s2="north E", n3="north K"),
        ["south: s1xs2", "north: n3xs2", "west: end"],
        {"used": 19},
    ),
    "a waiver with a window": (
        "s1-s2-n3",
        dict(s1="south K", s2="north E", n3="north K"),
        ["south: s1xs2!", "north: pass", "west: end"],
        {},
    ),
    "a conquered vessel": (
        "s1-s2-h3~m4~m5, h3-w6-w7",
        dict(s1="south S", h3="west G(C)", w7="west C"),
        ["south: s1-s2xh3", "west: pass", "south: h3-m4", "south: m4-m5; end"],
        {"captured": {"south": 2, "west": 1}},
    ),
    "a dare": (
        "s1-s2-w3, s2-w4-w5, s9, w8",
        dict(s1="south K", s9="south S", s2="west S", w3="west K", w4="west S", w5="west C"),
        ["south: s1xs2", "west: pass", "south: s2-s1; end", "west: w3-s2xs1"],
        {"bare": True, "seats": ("south", "west")},
    ),
    "a quiet end": (
        "s1-s2, wt1, wt2, wt3, wt4, wt5",
        {**{f"wt{n}": "east S" for n in range(1, 6)}, "s1": "south S"},
        ["south: s1-s2", "south: end", "north: end"],
        {"since_capture": 13},
    ),
    "first turns": (
        "s1-s2-s3-s4-s5-s6, w1-w2",
        dict(s1="south K", w1="west S"),
        ["south: s1-s2-s3-s4-s5", "south: s5-s6", "west: w1-w2", "west: end"],
        {"number": 1},
    ),
}


@pytest.mark.parametrize(("board", "pieces", "entries", "rest"), GAMES.values(), ids=GAMES)
def test_a_position_fed_back_goes_on_with_the_same_game(
    board: str, pieces: dict[str, str], entries: list[str], rest: dict[str, Any]
) -> None:
    """A18, A22, A27, A39, A40: verdict and options agree after every entry."""
    played = play(board, pieces, turn=entries[0].split(":")[0], **rest)
    for n, entry in enumerate(entries, start=1):
        whole = play(board, pieces, *entries[:n], **rest)
        assert (whole.accepted, whole.kind) == (n, None)
        played = played.then(entry)
        assert shared_parts(played.said) == shared_parts(whole.said)
        fed_back = judge_case(whole.next_case)
        if whole.outcome is None:
            assert shared_parts(fed_back.said) == shared_parts(whole.said)
            assert options(whole.next_case) == whole.choices()


def shared_parts(verdict: Json) -> Json:
    """Return the parts that two verdicts on the same position must share."""
    return {key: verdict[key] for key in ("to_act", "points", "position", "outcome", "refused")}


def test_steps_are_cleared_at_the_end_of_a_turn() -> None:
    """A27."""
    v = play("s1-s2-s3", dict(s1="south S"), "south: s1-s2")
    assert v.steps == {"s2": "1"}
    assert "steps" not in v.then("south: end").position


def test_steps_given_in_another_order_are_read_as_the_same() -> None:
    """A27: equal figures aboard, fewest steps first."""
    case = set_up("s1-s2", dict(s1="south E(S,S)"), steps={"s1": "0(1,0)"})
    assert judge_case(case).steps == {"s1": "0(0,1)"}


def test_a_position_keeps_the_risk_and_the_captures() -> None:
    """A39, A40."""
    case = set_up("s1-s2", dict(s1="south S"), risked=True, captured={"west": 2})
    position = verdict(case)["position"]
    assert (position["risked"], position["captured"]) == (True, {"west": 2})


def test_a_finished_position_has_no_window_or_plan() -> None:
    """A17, A104."""
    pieces = dict(s1="south K", s2="west K", s3="west E", n4="north K")
    v = play(
        "s1-s2, s3-s2, n4-s2",
        pieces,
        "south: s1xs2; end",
        "west: s3xs2",
        bare=True,
        seats=("south", "west", "north"),
    )
    assert v.reason == "last_two"
    assert (v.winners, v.to_act, v.points) == (["west"], {}, 0)
    assert not {"window", "plan", "anyway"} & set(v.position)
