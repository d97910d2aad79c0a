"""The contract of every rule set: composing turns, for people and for bots."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from conquest.core import Choice, Refused, Sketch
from conquest.kit import chance
from conquest.registry import AnyRules
from tests.conquest.moments import Moments
from tests.conquest.test_knowing import masked

MAX_CHOICES = 40
MAX_STEPS = 12


def asked_seats(rules: AnyRules, moments: Moments) -> Iterator[tuple[Any, str, Any]]:
    """Yield each state with each seat that owes a decision and the state that it knows."""
    for state in moments.values():
        for seat in rules.judgement.to_act(state):
            yield state, seat, masked(rules, state, seat)


def text_of(rules: AnyRules, sketch: Sketch[Any], choice: Choice) -> str:
    """Return the text that a choice leads to."""
    stem = sketch.step_texts[:-1] if choice.replaces else sketch.step_texts
    return rules.notation.join_words((*stem, choice.text))


def test_every_choice_is_sketched_without_a_refusal(rules: AnyRules, moments: Moments) -> None:
    for _state, seat, known in asked_seats(rules, moments):
        empty = rules.composing.sketch(known, seat, "")
        assert (empty.steps, empty.refused, empty.rest) == ((), None, ())
        assert empty.choices
        for choice in sample_choices(empty.choices):
            after = rules.composing.sketch(known, seat, text_of(rules, empty, choice))
            assert after.refused is None
            assert after.steps
            for further in sample_choices(after.choices)[:8]:
                text = text_of(rules, after, further)
                longer = rules.composing.sketch(known, seat, text)
                assert longer.refused is None
                # An order that grows may lead to another step, never to fewer; one that only
                # goes on makes one step with the last.
                assert len(longer.steps) >= len(after.steps)
                assert longer.step_texts != after.step_texts
                assert orders(rules, longer) >= orders(rules, after)


def orders(rules: AnyRules, sketch: Sketch[Any]) -> int:
    """Return the number of orders of a sketch."""
    return len(rules.notation.split_words(rules.notation.join_words(sketch.step_texts)))


def sample_choices(choices: tuple[Choice, ...]) -> list[Choice]:
    return random.Random(1).sample(choices, min(MAX_CHOICES, len(choices)))


def test_the_tray_has_the_tools_that_choices_use(rules: AnyRules, moments: Moments) -> None:
    for _state, seat, known in asked_seats(rules, moments):
        for text in compose_text(rules, known, seat, random.Random(2)):
            sketch = rules.composing.sketch(known, seat, text)
            left = {tool.name: tool.left for tool in sketch.tray}
            used = {choice.tool for choice in sketch.choices} - {""}
            assert used <= left.keys()
            assert all(left[tool] != 0 for tool in used)
            assert all(tool.symbol in {"", *rules.art.symbols} for tool in sketch.tray)


def test_a_text_composed_until_it_is_complete_is_legal(rules: AnyRules, moments: Moments) -> None:
    for state, seat, known in asked_seats(rules, moments):
        for seed in range(5):
            *_before, text = compose_text(rules, known, seat, random.Random(seed))
            whole = rules.composing.sketch(known, seat, text)
            numbers = chance.keyed_numbers(b"grown", rules.judgement.numbers_drawn(state))
            orders = rules.notation.read_orders(
                state, seat, rules.notation.join_words(whole.step_texts)
            )
            assert rules.judgement.decide(state, seat, orders, numbers)


def compose_text(rules: AnyRules, known: Any, seat: str, dice: random.Random) -> Iterator[str]:
    """Yield a text as random choices extend it, until it could be handed in.

    After half of the steps it takes the longest choices, so that it comes to an end.
    """
    text = ""
    for step in range(MAX_STEPS):
        sketch = rules.composing.sketch(known, seat, text)
        if sketch.steps and not sketch.is_blocked:
            return
        most = max(sketch.choices, key=lambda choice: len(choice.text))
        choice = most if step > MAX_STEPS / 2 else dice.choice(sketch.choices)
        text = text_of(rules, sketch, choice)
        yield text
    raise AssertionError(f"never whole: {text!r}")


def test_a_partial_sketch_says_what_it_lacks(rules: AnyRules, moments: Moments) -> None:
    for _state, seat, known in asked_seats(rules, moments):
        for text in ("", *compose_text(rules, known, seat, random.Random(3))):
            sketch = rules.composing.sketch(known, seat, text)
            assert not sketch.is_partial or (sketch.is_blocked and str(sketch.lacks))


def test_a_sketch_of_nonsense_is_blocked(rules: AnyRules, moments: Moments) -> None:
    nonsense = ("x", "\x00", "a1 to", "S1-", "%s", "1" * 400)
    for _state, seat, known in asked_seats(rules, moments):
        for text in nonsense:
            sketch = rules.composing.sketch(known, seat, text)
            assert sketch.is_blocked
            assert isinstance(sketch.refused, Refused)
            assert sketch.rest


def test_possible_captures_hit_figures_of_others(rules: AnyRules, moments: Moments) -> None:
    """The text of such a capture is an order that the seat could give in its next turn."""
    for state in moments.values():
        for seat in rules.judgement.seats(state):
            known = masked(rules, state, seat)
            stands = rules.telling.figures_by_field(known)
            ahead = rules.judgement.suppose_turn(known, seat)
            for strike in rules.composing.possible_captures(known, seat)[:MAX_CHOICES]:
                assert strike.captures
                assert stands[strike.target].seat != seat
                assert rules.notation.read_orders(ahead, seat, strike.text)


def test_bots_propose_legal_orders_from_what_they_know(rules: AnyRules, moments: Moments) -> None:
    for level in rules.composing.levels:
        assert str(level.title)
        for state, seat, known in asked_seats(rules, moments):
            proposed = level.propose_orders(known, seat, chance.keyed_numbers(b"whims"))
            assert proposed == level.propose_orders(known, seat, chance.keyed_numbers(b"whims"))
            numbers = chance.keyed_numbers(b"game", rules.judgement.numbers_drawn(state))
            orders = rules.notation.read_orders(state, seat, proposed)
            assert rules.judgement.decide(state, seat, orders, numbers)


@pytest.mark.parametrize("number", range(3))
def test_sketching_does_not_change_the_state(
    rules: AnyRules, moments: Moments, number: int
) -> None:
    for state in moments.values():
        before = rules.judgement.freeze(state)
        for seat in rules.judgement.seats(state):
            rules.judgement.suppose_turn(state, seat)
            rules.composing.possible_captures(state, seat)
            if seat in rules.judgement.to_act(state):
                choices = rules.composing.sketch(state, seat, "").choices
                rules.composing.sketch(state, seat, choices[number % len(choices)].text)
        assert rules.judgement.freeze(state) == before
