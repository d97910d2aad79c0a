"""The refusals of illegal orders give the right reason."""

from __future__ import annotations

from typing import Any

import pytest

from .table import play

ROAD = "wt1 - s1 - s2 - s3 - h1 ~ m1, s2 : wi1, s3 - c1"


@pytest.mark.parametrize(
    ("pieces", "order", "rule", "said"),
    [
        (
            {"s3": "south M", "h1": "west B"},
            "s3-h1",
            "G14",
            "A camel without a rider conquers no vessel.",
        ),
        (
            {"s3": "south M", "s2": "west S"},
            "s3-s2",
            "G14",
            "A camel without a rider captures nothing.",
        ),
        (
            {"h1": "south G(T)", "m1": "west B"},
            "h1*m1",
            "A78",
            "The catapult on h1 is aboard: name it with T@.",
        ),
        (
            {"h1": "south G(S)", "m1": "west B"},
            "h1*m1",
            "A78",
            "Only a catapult shoots, and none stands on h1.",
        ),
        (
            {"s1": "south W(S,S,S)", "wt1": "south S"},
            "s1-wt1",
            "A89",
            "The siege engine has no room for your soldier on wt1.",
        ),
        (
            {"s1": "south W(S,S,S)", "wt1": "south K"},
            "s1-wt1",
            "C8",
            "Your own knight stands on wt1.",
        ),
        ({"s2": "south S"}, "build T@s2>wi1", "A81", "Nothing can be built on wi1."),
        ({"s1": "south S"}, "build T@s1>s3", "A81", "No way leads from s1 to s3."),
    ],
)
def test_a_refusal_says_why_an_order_is_illegal(
    pieces: dict[str, str], order: str, rule: str, said: str
) -> None:
    """G14, A78, A89, A81."""
    assert _refusal_of(play(ROAD, pieces, f"south: {order}")) == (rule, said)


@pytest.mark.parametrize(
    ("steps", "rule", "said"),
    [
        ("2*", "G22", "The catapult on s2 was built this turn or has made all its steps."),
        ("2", "G26", "The catapult on s2 has already made its 2 steps this turn."),
    ],
)
def test_a_catapult_that_has_not_shot_is_no_new_one(steps: str, rule: str, said: str) -> None:
    """G22, A83: what was built this turn is written as having shot."""
    v = play(ROAD, {"s2": "south T"}, "south: s2-s1", used=10, steps={"s2": steps})
    assert _refusal_of(v) == (rule, said)


def _refusal_of(v: Any) -> tuple[str, str]:
    return v.rule, v.said["refused"]["message"]


@pytest.mark.parametrize(("order", "rule"), [("build C@s3", "G21"), ("build T@s2>s3", "A81")])
def test_a_refusal_says_that_a_field_is_a_start_field(order: str, rule: str) -> None:
    """G21, A81."""
    builder = order.partition("@")[2][:2]
    v = play(ROAD, {builder: "south S"}, f"south: {order}", starts="s3")
    said = "s3 is a start field round a castle, and nothing is built there."
    assert _refusal_of(v) == (rule, said)
