"""Standing orders are the same as text, in words and in a form (CP4)."""

from __future__ import annotations

import random
from typing import Any

import pytest

from conquest import registry
from conquest.core import fold
from conquest.islands.rules.standing import StandingOrder, read_standing, write_standing
from conquest.kit import chance
from conquest.registry import AnyRules

SLUGS = ("conquest", "grand-conquest")


@pytest.fixture(params=SLUGS)
def rules(request: pytest.FixtureRequest) -> AnyRules:
    return registry.get_ruleset(request.param)


def new_game(rules: AnyRules) -> Any:
    return fold(rules, None, rules.judgement.start_game({}, chance.keyed_numbers(bytes(32))))


def some(dice: random.Random, values: list[str]) -> tuple[str, ...]:
    return tuple(dice.sample(values, dice.randint(1, min(4, len(values)))))


def any_order(state: Any, dice: random.Random) -> StandingOrder:
    letters, verb = list(state.laws.ranges), dice.choice(("recapture", "pass", "ask"))
    answers = verb == "recapture"
    pieces = dice.choice((("any",), ("cheapest",), some(dice, letters)))
    return StandingOrder(
        verb,
        fields=dice.choice(((), some(dice, list(state.board.kinds)))),
        pieces=pieces if answers else ("any",),
        lost=dice.choice(((), some(dice, letters))),
        safe=answers and dice.random() < 0.5,
        left=dice.random() < 0.5,
    )


def form_values(order: StandingOrder) -> dict[str, tuple[str, ...]]:
    """Return the values of a form for a standing order."""
    return {
        "lost": order.lost,
        "at": (", ".join(order.fields).lower(),),
        "attacker": ("left" if order.left else "",),
        "deed": (order.verb,),
        "with": ("",) if order.pieces == ("any",) else order.pieces,
        "safe": ("safe" if order.safe else "",),
    }


def test_standing_orders_are_read_as_they_are_written(rules: AnyRules) -> None:
    """Ten thousand random ones, in texts of up to five lines."""
    state, dice = new_game(rules), random.Random(rules.slug)
    for _ in range(3_400):
        orders = tuple(any_order(state, dice) for _ in range(dice.randint(1, 5)))
        assert read_standing(state, write_standing(orders)) == orders


def test_standing_orders_are_the_same_by_form_and_by_text(rules: AnyRules) -> None:
    state, dice = new_game(rules), random.Random(rules.slug)
    assert rules.standing
    for _ in range(1_000):
        order = any_order(state, dice)
        assert read_standing(state, rules.standing.write_line(form_values(order))) == (order,)


def test_every_part_of_a_standing_order_is_offered(rules: AnyRules) -> None:
    assert rules.standing
    order = any_order(new_game(rules), random.Random(1))
    assert {clause.name for clause in rules.standing.clauses} == form_values(order).keys()
    for clause in rules.standing.clauses:
        assert bool(clause.values) == (clause.kind != "fields")


def test_a_standing_order_holds_only_what_belongs_to_its_verb(rules: AnyRules) -> None:
    """A form sends all of its parts, also those that mean nothing there."""
    assert rules.standing
    everything = {"deed": ["pass"], "with": ["E"], "safe": ["safe"], "lost": ["S"]}
    assert rules.standing.write_line(everything) == "pass if lost S"
    assert rules.standing.write_line({}) == "ask"
    preferred = {"deed": ["recapture"], "with": ["cheapest", "E"]}
    assert rules.standing.write_line(preferred) == "recapture with cheapest"
    assert (
        rules.standing.write_line({"deed": ["recapture"], "with": ["", "E"]})
        == "recapture with any"
    )


def test_pieces_before_the_cheapest_have_a_line_of_their_own(rules: AnyRules) -> None:
    """One line cannot name both, and the form offers them in one row."""
    assert rules.standing
    form = {"deed": ["recapture"], "with": ["K", "", "cheapest", "E"], "lost": ["S"]}
    text = rules.standing.write_line(form)
    assert text == "recapture with K if lost S\nrecapture with cheapest if lost S"
    assert len(read_standing(new_game(rules), text)) == 2


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("pass", "Always: do not recapture."),
        (
            "recapture at s12 with E,K if lost S and safe",
            "If one of these is lost (soldier), on S12: recapture, in this order of preference: "
            "elephant, knight, only if it cannot be taken back.",
        ),
        ("ask if left neighbour attacks", "If my left neighbour attacks: ask me."),
        ("recapture with cheapest", "Always: recapture with the cheapest piece."),
    ],
)
def test_standing_orders_are_described_in_words(rules: AnyRules, text: str, told: str) -> None:
    assert rules.standing
    assert [str(one) for one in rules.standing.describe_lines(new_game(rules), text)] == [told]


def test_presets_of_standing_orders_can_be_read(rules: AnyRules) -> None:
    assert rules.standing
    for preset in rules.standing.presets:
        assert rules.standing.canonical_text(new_game(rules), preset.text) == preset.text
