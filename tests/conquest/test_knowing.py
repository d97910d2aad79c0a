"""The contract of every rule set: who may know what."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from conquest import registry
from conquest.core import OPEN, Choice, Phrase, Refused, Unforeseen, Viewer
from conquest.registry import AnyRules
from tests.conquest.moments import OVER, Moments, RandomGame, moments

NAMELESS = Phrase("")


def viewers(rules: AnyRules, state: Any) -> Iterator[Viewer]:
    yield from rules.judgement.seats(state)
    yield None


def masked(rules: AnyRules, state: Any, viewer: Viewer) -> Any:
    """Return the state that a viewer knows, read back from a view as plain JSON."""
    view = json.loads(json.dumps(rules.knowledge.write_view(state, viewer)))
    return rules.knowledge.read_view(view)


def test_every_view_reads_back_as_the_state_it_shows(rules: AnyRules, moments: Moments) -> None:
    for state in moments.values():
        for viewer in viewers(rules, state):
            known = masked(rules, state, viewer)
            assert masked(rules, known, viewer) == known
            view, again = (rules.knowledge.write_view(one, viewer) for one in (state, known))
            assert json.dumps(view) == json.dumps(again)


def test_mask_equals_a_view_written_and_read(rules: AnyRules, moments: Moments) -> None:
    for state in moments.values():
        for viewer in (*viewers(rules, state), OPEN):
            assert rules.knowledge.known_state(state, viewer) == masked(rules, state, viewer)


def test_open_view_shows_everything(rules: AnyRules, moments: Moments) -> None:
    for state in moments.values():
        assert masked(rules, state, OPEN) == state


def test_every_view_shows_everything_after_the_end(rules: AnyRules, moments: Moments) -> None:
    over = moments[OVER]
    for viewer in viewers(rules, over):
        known = masked(rules, over, viewer)
        for told in (
            rules.telling.figures_by_field,
            rules.telling.report,
            rules.telling.describe_state,
        ):
            assert told(known) == told(over)
        assert rules.judgement.outcome(known) == rules.judgement.outcome(over)
        assert rules.knowledge.write_view(over, viewer) == rules.knowledge.write_view(over, None)


def test_has_hidden_pieces_is_true_where_views_differ(rules: AnyRules, moments: Moments) -> None:
    differs = any(
        rules.telling.figures_by_field(masked(rules, state, viewer))
        != rules.telling.figures_by_field(state)
        for state in moments.values()
        for viewer in viewers(rules, state)
    )
    assert differs == rules.knowledge.has_hidden_pieces


def test_every_view_shows_decisions_turn_number_and_seats(
    rules: AnyRules, moments: Moments
) -> None:
    for state in moments.values():
        for viewer in viewers(rules, state):
            known = masked(rules, state, viewer)
            for told in (
                rules.judgement.to_act,
                rules.judgement.turn_number,
                rules.judgement.seats,
            ):
                assert told(known) == told(state)


def test_witnessed_events_keep_their_kind(rules: AnyRules, random_game: RandomGame) -> None:
    for event in random_game.events:
        assert rules.knowledge.witness(event, OPEN) == event
        for viewer in viewers(rules, random_game.state):
            seen = rules.knowledge.witness(event, viewer)
            assert type(seen) is type(event)
            assert rules.knowledge.witness(seen, viewer) == seen


def test_legal_choices_are_the_same_on_the_known_state(rules: AnyRules, moments: Moments) -> None:
    """So that authors learn nothing hidden from a refusal."""
    for state in moments.values():
        for seat in rules.judgement.to_act(state):
            known = masked(rules, state, seat)
            choices = rules.composing.legal_choices(known, seat)
            listed = rules.composing.legal_choices(state, seat)
            assert list(map(without_words, choices)) == list(map(without_words, listed))
            for choice in choices[:100]:
                assert judgement_of(rules, known, seat, choice.text) != "refused"


def without_words(choice: Choice) -> Choice:
    """Return a choice without its words, which may depend on the viewer."""
    return replace(choice, label=NAMELESS, name=NAMELESS, kind=NAMELESS)


def judgement_of(rules: AnyRules, state: Any, seat: str, text: str) -> str:
    try:
        rules.judgement.decide(state, seat, rules.notation.read_orders(state, seat, text))
    except Refused:
        return "refused"
    except Unforeseen as unforeseen:
        return str(unforeseen.phrase)
    return "decided"


def test_result_that_depends_on_hidden_ranks_is_unforeseen() -> None:
    rules, state = registry.get_ruleset("skirmish"), moments("skirmish")["turn"]
    (seat,) = rules.judgement.to_act(state)
    known = rules.judgement.open_case(
        {"position": {"number": 2, "units": {"b2": ["ash", 1], "b3": ["birch", 0]}}}
    )
    assert judgement_of(rules, known, "ash", "b2 to b3") == "Here the ranks decide."
    shown = rules.judgement.open_case(
        {"position": {"number": 2, "units": {"b2": ["ash", 1], "b3": ["birch", 2]}}}
    )
    assert judgement_of(rules, shown, "ash", "b2 to b3") == "Here chance decides."
    assert seat in rules.judgement.seats(state)


@pytest.mark.parametrize("kind", ["setup", "turn", "retreat"])
def test_skirmish_views_hide_something(kind: str) -> None:
    """Control: without a game with secrets the tests above would prove nothing."""
    rules, state = registry.get_ruleset("skirmish"), moments("skirmish")[kind]
    if kind == "setup":
        rules_of = rules.judgement
        (seat,) = (one for one in rules_of.seats(state) if one not in rules_of.to_act(state))
        assert masked(rules, state, seat) == state
    assert any(masked(rules, state, viewer) != state for viewer in viewers(rules, state))
    assert masked(rules, state, None) != state
