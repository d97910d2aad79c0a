"""Standing orders answer a window (CP4, A26)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from conquest import judge
from conquest.core import Unreadable
from conquest.islands.rules import judging, standing
from conquest.registry import AnyRules

PIECES = {"s1": "south K", "s2": "west S", "s3": "west E(S)", "g1": "west K"}


@pytest.fixture
def taken(small: Callable[..., Any], conquest: AnyRules) -> Any:
    """South's knight has just taken the soldier on s2."""
    state = small(PIECES)
    for event in conquest.judgement.decide(
        state, "south", conquest.notation.read_orders(state, "south", "s1xs2")
    ):
        state = conquest.judgement.evolve(state, event)
    return state


def standing_answer(rules: AnyRules, state: Any, *lines: str) -> str | None:
    assert rules.standing
    orders = rules.standing.answer_orders(state, "west", "\n".join(lines))
    return rules.notation.write_orders(orders) if orders else None


@pytest.mark.parametrize(
    ("lines", "answer"),
    [
        (["pass"], "pass"),
        (["ask", "pass"], None),
        ([], None),
        (["# nothing", "", "PASS if lost s"], "pass"),
        (["pass if lost E,K", "recapture with K"], "g1xs2"),
        (["recapture with E,K if lost S"], "s3xs2"),
        (["recapture with B,C,S"], "S@s3xs2"),
        (["recapture with B,C", "pass"], "pass"),
        (["recapture with cheapest"], "S@s3xs2"),
        (["recapture"], "S@s3xs2"),
        (["recapture at s1, s3 with any", "pass"], "pass"),
        (["recapture at S2 with any and lost S"], "S@s3xs2"),
        (["pass if left neighbour attacks"], "pass"),
        (["recapture with K if safe"], "g1xs2"),
    ],
)
def test_standing_orders_answer_by_the_first_line_that_fits(
    taken: Any, conquest: AnyRules, lines: list[str], answer: str | None
) -> None:
    assert standing_answer(conquest, taken, *lines) == answer


def test_only_a_piece_that_cannot_be_taken_is_safe(
    small: Callable[..., Any], conquest: AnyRules
) -> None:
    """CP4: the knight could be taken back, the elephant not by a soldier."""
    state = small({**PIECES, "st1": "south S"})
    for event in conquest.judgement.decide(
        state, "south", conquest.notation.read_orders(state, "south", "s1xs2")
    ):
        state = conquest.judgement.evolve(state, event)
    assert standing_answer(conquest, state, "recapture with K,E if safe") == "s3xs2"
    assert standing_answer(conquest, state, "recapture with K if safe", "pass") == "pass"


def test_each_recapture_is_tried_once_for_many_standing_orders(
    small: Callable[..., Any], conquest: AnyRules, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The attacker waits for the answer: nobody can make them wait for long."""
    state, tried = small({**PIECES, "st1": "south E"}), list[Any]()
    for event in conquest.judgement.decide(
        state, "south", conquest.notation.read_orders(state, "south", "s1xs2")
    ):
        state = conquest.judgement.evolve(state, event)

    def tries(state: Any, seat: str, orders: Any) -> Any:
        tried.append(orders)
        return decide(state, seat, orders)

    decide = judging.decide
    monkeypatch.setattr(standing, "decide", tries)
    named = ",".join(["K", "E", "S"] * 50)
    lines = [f"recapture with {named} if safe", "recapture if safe"] * 3
    assert standing_answer(conquest, state, *lines) is None
    assert 0 < len(tried) == len({*tried})


def test_standing_orders_drop_repeated_names(taken: Any, conquest: AnyRules) -> None:
    assert conquest.standing
    said = "recapture at s2,S2,s3,s2 with K,E,k if lost S,E,s"
    told = "recapture at s2,s3 with K,E if lost S,E"
    assert conquest.standing.canonical_text(taken, said) == told
    assert (
        conquest.standing.canonical_text(taken, f"recapture with {'S,' * 1500}K")
        == "recapture with S,K"
    )


@pytest.mark.parametrize(
    "line",
    [
        *("perhaps", "pass with K", "recapture with Q", "recapture at s77", "recapture if"),
        *("ask if safe", "pass if left", "recapture with any with", "recapture at s2 at s3"),
    ],
)
def test_other_lines_are_no_standing_orders(taken: Any, conquest: AnyRules, line: str) -> None:
    with pytest.raises(Unreadable) as caught:
        standing_answer(conquest, taken, "pass", line)
    assert caught.value.order == 1


def test_standing_orders_answer_in_the_entry_that_opened_the_window() -> None:
    """A26: and the plan goes on in it."""
    case = {
        "ruleset": "conquest",
        "board": {
            "fields": {
                **dict.fromkeys(("s1", "s2", "s3", "s4", "s5"), "land"),
                "st1": "castle south",
                "wt1": "castle west",
            },
            "roads": ["s1-s2", "s2-s3", "s4-s5", "s2-s5"],
        },
        "position": {
            "turn": "south",
            "number": 9,
            "pieces": {"s1": "south K", "s2": "west S", "s3": "west E(S,S)", "s4": "south E(S)"},
        },
        "orders": [["south", "s1xs2; s4-s5; end"]],
    }
    passed = judge.verdict({**case, "standing": {"west": ["pass if lost S"]}})
    assert (passed["accepted"], passed["to_act"]) == (1, {"west": "turn"})
    assert passed["position"]["pieces"]["s5"] == "south E(S)"
    taken = judge.verdict({**case, "standing": {"west": ["recapture with S"], "south": []}})
    assert (taken["accepted"], taken["to_act"]) == (1, {"south": "turn"})
    assert taken["position"]["pieces"]["s2"] == "west S"
