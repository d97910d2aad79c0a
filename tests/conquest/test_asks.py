"""The contract of every rule set: decisions, side actions, ends of turns, silence."""

from __future__ import annotations

from itertools import pairwise

from conquest.core import fold
from conquest.kit import chance
from conquest.registry import AnyRules
from tests.conquest.moments import OVER, Moments, RandomGame


def test_decisions_have_a_declared_kind(rules: AnyRules, random_game: RandomGame) -> None:
    judgement = rules.judgement
    for one in random_game.submitted:
        asked = judgement.to_act(one.state)
        assert one.seat in asked
        assert set(asked.values()) <= judgement.decision_kinds.keys()
        assert len(asked) == 1 or all(
            judgement.decision_kinds[kind].parallel for kind in asked.values()
        )


def test_decision_kinds_have_their_phrases(rules: AnyRules) -> None:
    for ask in rules.judgement.decision_kinds.values():
        assert all(str(phrase) for phrase in (ask.of_you, ask.named, ask.silence))
        assert ask.briefly.template % {"number": 3}
    assert rules.judgement.clocks >= {"turn"}


def test_parallel_decisions_are_owed_by_all_at_once(rules: AnyRules, moments: Moments) -> None:
    """The game goes on only when all have answered: one answer leaves the others pending."""
    parallel = {kind for kind, ask in rules.judgement.decision_kinds.items() if ask.parallel}
    opening = fold(rules, None, rules.judgement.start_game({}, chance.keyed_numbers(bytes(32))))
    asked = rules.judgement.to_act(opening)
    if parallel & set(asked.values()):
        seat, *others = asked
        assert others
        numbers = chance.keyed_numbers(b"whims")
        proposed = rules.composing.levels[0].propose_orders(opening, seat, numbers)
        orders = rules.notation.read_orders(opening, seat, proposed)
        after = fold(rules, opening, rules.judgement.decide(opening, seat, orders))
        assert rules.judgement.to_act(after) == {other: asked[other] for other in others}
        assert rules.judgement.turn_number(after) == rules.judgement.turn_number(opening)


def test_turn_numbers_only_grow(rules: AnyRules, random_game: RandomGame) -> None:
    numbers = [rules.judgement.turn_number(one.state) for one in random_game.submitted]
    assert numbers[0] == 1
    assert all(0 <= other - one <= 2 for one, other in pairwise(numbers))


def test_offered_side_actions_are_legal(rules: AnyRules, moments: Moments) -> None:
    for state in moments.values():
        for seat in rules.judgement.seats(state):
            for act in rules.judgement.side_actions(state, seat):
                assert rules.notation.split_words(act.text) == (act.text,)
                assert str(act.label)
                assert str(act.about)
                orders = rules.notation.read_orders(state, seat, act.text)
                assert rules.notation.write_orders(orders) == act.text
                assert rules.judgement.decide(state, seat, orders)


def test_a_seat_that_has_left_owes_no_decision(rules: AnyRules, moments: Moments) -> None:
    """After a side action with ``leaves``."""
    judgement = rules.judgement
    for state in moments.values():
        for seat in judgement.seats(state):
            for text in (act.text for act in judgement.side_actions(state, seat) if act.leaves):
                orders = rules.notation.read_orders(state, seat, text)
                after = fold(rules, state, judgement.decide(state, seat, orders))
                assert seat not in judgement.to_act(after)
                assert not any(act.leaves for act in judgement.side_actions(after, seat))


def test_a_finished_game_offers_no_actions_or_choices(rules: AnyRules, moments: Moments) -> None:
    for seat in rules.judgement.seats(moments[OVER]):
        assert rules.judgement.side_actions(moments[OVER], seat) == ()
        assert rules.composing.legal_choices(moments[OVER], seat) == ()
        assert rules.composing.possible_captures(moments[OVER], seat) == ()
    assert rules.judgement.to_act(moments[OVER]) == {}


def test_the_end_word_ends_a_turn(rules: AnyRules, moments: Moments) -> None:
    """In games without such a word, any submission ends the turn."""
    judgement, state = rules.judgement, moments["turn"]
    (seat,) = judgement.to_act(state)
    texts = [judgement.end_word(state, seat)]
    if not texts[0]:
        texts = [one.text for one in rules.composing.legal_choices(state, seat)]
    for text in texts:
        numbers = chance.keyed_numbers(b"end", judgement.numbers_drawn(state))
        happened = judgement.decide(
            state, seat, rules.notation.read_orders(state, seat, text), numbers
        )
        assert judgement.to_act(fold(rules, state, happened)).get(seat) != "turn"


def test_default_orders_are_legal_at_any_time(rules: AnyRules, moments: Moments) -> None:
    for state in moments.values():
        for seat in rules.judgement.to_act(state):
            orders = rules.judgement.default_orders(state, seat)
            assert (
                rules.notation.read_orders(state, seat, rules.notation.write_orders(orders))
                == orders
            )
            assert fold(rules, state, rules.judgement.decide(state, seat, orders)) != state
