"""What every rule set promises of chance: it is handed in, counted, and nowhere else."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from conquest import registry
from conquest.core import Numbers, Unforeseen, fold, no_numbers
from conquest.kit import chance, codec
from conquest.registry import AnyRules
from tests.conquest.moments import RandomGame, game


def counted(numbers: Numbers) -> tuple[Numbers, Callable[[], int]]:
    """Return numbers of which the draws are counted, and how many there were."""
    draws = 0

    def draw(asked: int | str) -> int:
        nonlocal draws
        draws += isinstance(asked, int)
        return numbers(asked)

    return draw, lambda: draws


def test_numbers_drawn_by_orders_are_counted(rules: AnyRules, played: RandomGame) -> None:
    for one in played.submitted:
        numbers, drawn = counted(played.numbers(one.state))
        orders = rules.notation.read_orders(one.state, one.seat, one.text)
        events = rules.judgement.decide(one.state, one.seat, orders, numbers)
        assert events == one.events
        after = fold(rules, one.state, events)
        assert (
            rules.judgement.numbers_drawn(after) - rules.judgement.numbers_drawn(one.state)
            == drawn()
        )


def test_numbers_drawn_at_the_start_are_counted(rules: AnyRules) -> None:
    numbers, drawn = counted(chance.keyed_numbers(b"start"))
    state = fold(rules, None, rules.judgement.start_game({}, numbers))
    assert rules.judgement.numbers_drawn(state) == drawn()


def test_orders_without_numbers_draw_nothing(rules: AnyRules, played: RandomGame) -> None:
    """With blind numbers it says that chance decides, where it does, and what came before."""
    for one in played.submitted:
        orders = rules.notation.read_orders(one.state, one.seat, one.text)
        after = fold(rules, one.state, one.events)
        if rules.judgement.numbers_drawn(after) == rules.judgement.numbers_drawn(one.state):
            assert rules.judgement.decide(one.state, one.seat, orders, no_numbers) == one.events
            continue
        with pytest.raises(Unforeseen) as caught:
            rules.judgement.decide(one.state, one.seat, orders, no_numbers)
        before = caught.value.events
        assert before == one.events[: len(before)]
        assert str(caught.value.phrase)
        known = fold(rules, one.state, before)
        assert rules.judgement.numbers_drawn(known) == rules.judgement.numbers_drawn(one.state)


def test_skirmish_draws_numbers() -> None:
    """Without one such the tests above would prove nothing."""
    played = game("skirmish")
    assert registry.get_ruleset("skirmish").judgement.numbers_drawn(played.state) > 3


def test_another_key_gives_other_numbers() -> None:
    """Control: the numbers do matter."""
    rules, played = registry.get_ruleset("skirmish"), game("skirmish")

    def again(key: bytes) -> list[tuple[Any, ...]]:
        return [
            rules.judgement.decide(
                one.state,
                one.seat,
                rules.notation.read_orders(one.state, one.seat, one.text),
                chance.keyed_numbers(key, rules.judgement.numbers_drawn(one.state)),
            )
            for one in played.submitted
        ]

    assert again(played.key) == [one.events for one in played.submitted]
    assert again(b"another") != [one.events for one in played.submitted]


def test_no_state_event_or_view_has_the_key_of_the_numbers(
    rules: AnyRules, played: RandomGame
) -> None:
    frozen = rules.judgement.freeze(played.state).decode()
    told = [json.dumps(codec.pack_event(event)) for event in played.events]
    view = json.dumps(rules.knowledge.write_view(played.state, "open"))
    for key in (played.key.hex(), str(list(played.key))):
        assert not [text for text in (frozen, view, *told) if key in text]
