"""The estimate of the greedy bot prefers progress."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from conquest.core import fold, no_numbers
from conquest.islands.bot.weighing import weigh_position
from conquest.registry import AnyRules


def best(rules: AnyRules, state: Any, seat: str) -> str:
    def after(text: str) -> float:
        happened = rules.judgement.decide(
            state, seat, rules.notation.read_orders(state, seat, text)
        )
        return weigh_position(fold(rules, state, happened), seat)

    return max((choice.text for choice in rules.composing.legal_choices(state, seat)), key=after)


def test_the_greedy_bot_prefers_a_capture(small: Callable[..., Any], conquest: AnyRules) -> None:
    assert best(conquest, small({"s1": "south K", "s3": "west K"}), "south") == "s1-s2xs3"


def test_the_greedy_bot_prefers_to_hold_a_grail_field(
    small: Callable[..., Any], conquest: AnyRules
) -> None:
    assert best(conquest, small({"s1": "south S"}), "south") == "s1-s2-g1"


def test_weighing_knows_a_won_and_a_lost_game(
    small: Callable[..., Any], conquest: AnyRules
) -> None:
    state = small({"s1": "south K", "s2": "west K", "s9": "west S"})
    state = fold(
        conquest,
        state,
        conquest.judgement.decide(
            state, "south", conquest.notation.read_orders(state, "south", "s1xs2; end")
        ),
    )
    assert weigh_position(state, "south") > 500 > -500 > weigh_position(state, "west")


def test_the_greedy_bot_walks_toward_the_enemy(conquest: AnyRules) -> None:
    """A greedy player uses up its points and comes nearer."""
    state = fold(conquest, None, conquest.judgement.start_game({}, no_numbers))
    given = 0
    while conquest.judgement.turn_number(state) < 5:
        seat = next(iter(conquest.judgement.to_act(state)))
        order = conquest.notation.read_orders(state, seat, best(conquest, state, seat))
        state = fold(conquest, state, conquest.judgement.decide(state, seat, order))
        given += 1
    assert given > 8
    assert conquest.judgement.turn_number(state) == 5
