"""The contract of every rule set: chance is an argument, counted, and kept nowhere."""

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


def count_draws(numbers: Numbers) -> tuple[Numbers, Callable[[], int]]:
    """Return numbers that count their draws, and a function that returns the count."""
    draws = 0

    def draw(asked: int | str) -> int:
        nonlocal draws
        draws += isinstance(asked, int)
        return numbers(asked)

    return draw, lambda: draws


def test_numbers_drawn_by_orders_are_counted(rules: AnyRules, random_game: RandomGame) -> None:
    for one in random_game.submitted:
        numbers, drawn = count_draws(random_game.numbers(one.state))
        orders = rules.notation.read_orders(one.state, one.seat, one.text)
        events = rules.judgement.decide(one.state, one.seat, orders, numbers)
        assert events == one.events
        after = fold(rules, one.state, events)
        assert (
            rules.judgement.numbers_drawn(after) - rules.judgement.numbers_drawn(one.state)
            == drawn()
        )


def test_numbers_drawn_at_the_start_are_counted(rules: AnyRules) -> None:
    numbers, drawn = count_draws(chance.keyed_numbers(b"start"))
    state = fold(rules, None, rules.judgement.start_game({}, numbers))
    assert rules.judgement.numbers_drawn(state) == drawn()


def test_orders_without_numbers_draw_nothing(rules: AnyRules, random_game: RandomGame) -> None:
    """Where chance decides they raise ``Unforeseen`` with the events before the draw."""
    for one in random_game.submitted:
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
    """Control: without such a game the tests above would prove nothing."""
    random_game = game("skirmish")
    assert registry.get_ruleset("skirmish").judgement.numbers_drawn(random_game.state) > 3


def test_another_key_gives_other_numbers() -> None:
    """Control: the numbers do matter."""
    rules, random_game = registry.get_ruleset("skirmish"), game("skirmish")

    def again(key: bytes) -> list[tuple[Any, ...]]:
        return [
            rules.judgement.decide(
                one.state,
                one.seat,
                rules.notation.read_orders(one.state, one.seat, one.text),
                chance.keyed_numbers(key, rules.judgement.numbers_drawn(one.state)),
            )
            for one in random_game.submitted
        ]

    assert again(random_game.key) == [one.events for one in random_game.submitted]
    assert again(b"another") != [one.events for one in random_game.submitted]


def test_no_state_event_or_view_has_the_key_of_the_numbers(
    rules: AnyRules, random_game: RandomGame
) -> None:
    frozen = rules.judgement.freeze(random_game.state).decode()
    told = [json.dumps(codec.pack_event(event)) for event in random_game.events]
    view = json.dumps(rules.knowledge.write_view(random_game.state, "open"))
    for key in (random_game.key.hex(), str(list(random_game.key))):
        assert not [text for text in (frozen, view, *told) if key in text]
