"""The contract of rule sets with patterns: set-ups that are saved for other games."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest

from conquest import registry
from conquest.core import Fault, Options, Patterns, Refused, fold
from conquest.kit import chance
from conquest.registry import AnyRules
from tests.conquest.moments import OVER, Moments
from tests.conquest.test_knowing import masked

KEPT = sorted(
    slug
    for slug in registry.find_rulesets()
    if registry.get_ruleset(slug).composing.patterns is not None
)


@pytest.fixture(params=KEPT)
def rules(request: pytest.FixtureRequest) -> AnyRules:
    """Every rule set with patterns in turn."""
    return registry.get_ruleset(request.param)


def patterns_of(rules: AnyRules) -> Patterns[Any]:
    assert rules.composing.patterns is not None
    return rules.composing.patterns


def set_up(rules: AnyRules, opening: Any, seat: str) -> str:
    """Return the set-up that the strongest bot hands in."""
    known = masked(rules, opening, seat)
    return rules.composing.levels[-1].propose_orders(known, seat, chance.keyed_numbers(b"camp"))


def play_text(rules: AnyRules, opening: Any, seat: str, text: str) -> Any:
    orders = rules.notation.read_orders(opening, seat, text)
    return fold(rules, opening, rules.judgement.decide(opening, seat, orders))


def test_some_rule_sets_have_patterns() -> None:
    """Control: without any, the other tests would check nothing."""
    assert {"espionage", "skirmish"} <= set(KEPT)


def test_a_pattern_gives_its_set_up_to_every_seat(rules: AnyRules, opening: Any) -> None:
    patterns, seats = patterns_of(rules), rules.judgement.seats(opening)
    for seat in seats:
        text = set_up(rules, opening, seat)
        pattern = patterns.pattern_of(opening, seat, text)
        assert pattern
        read = rules.notation.read_orders
        assert read(opening, seat, patterns.orders_for(opening, seat, pattern)) == read(
            opening, seat, text
        )
        for other in seats:
            given = patterns.orders_for(opening, other, pattern)
            assert patterns.pattern_of(opening, other, given) == pattern
            assert play_text(rules, opening, other, given)


def test_a_pattern_looks_the_same_to_every_seat(rules: AnyRules, opening: Any) -> None:
    """On the board as each seat sees it, the figures lie in the same places."""
    patterns, seats = patterns_of(rules), rules.judgement.seats(opening)
    pattern = patterns.pattern_of(opening, seats[0], set_up(rules, opening, seats[0]))
    pictures = [visible_figures(rules, opening, seat, pattern) for seat in seats]
    assert pictures[0]
    assert all(picture == pictures[0] for picture in pictures)


def visible_figures(
    rules: AnyRules, opening: Any, seat: str, pattern: str
) -> set[tuple[int, int, str]]:
    """Return the figures of a pattern as a seat sees them: places from the upper left corner of
    the army, and labels."""
    art, patterns = rules.art, patterns_of(rules)
    chart = art.chart_of(
        art.turned_drawing(rules.seating.table_layout({}).board, art.turned.get(seat, 0))
    )
    state = masked(
        rules, play_text(rules, opening, seat, patterns.orders_for(opening, seat, pattern)), seat
    )
    stands = rules.telling.figures_by_field(state)
    own = {at: str(figure.label) for at, figure in stands.items() if figure.seat == seat}
    left, top = (min(chart.point_of(at)[axis] for at in own) for axis in (0, 1))
    name = str(rules.seating.names[seat])
    return {
        (
            round(chart.point_of(at)[0] - left),
            round(chart.point_of(at)[1] - top),
            label.replace(name, ""),
        )
        for at, label in own.items()
    }


def test_a_partial_set_up_has_no_pattern(rules: AnyRules, opening: Any) -> None:
    patterns = patterns_of(rules)
    for seat in rules.judgement.seats(opening):
        whole = set_up(rules, opening, seat)
        for text in ("", "nonsense", "\x00", "%s", whole.rpartition(" ")[0], whole.split()[0]):
            assert patterns.pattern_of(opening, seat, text) == ""


def test_an_invalid_pattern_is_refused(rules: AnyRules, opening: Any) -> None:
    patterns = patterns_of(rules)
    for seat in rules.judgement.seats(opening):
        whole = patterns.pattern_of(opening, seat, set_up(rules, opening, seat))
        doubled, short = whole[0] * len(whole), whole[:-1]
        for pattern in ("", "?", "%s", "\x00", doubled, short, whole + whole[0], whole * 2):
            with pytest.raises(Refused):
                patterns.orders_for(opening, seat, pattern)


def test_a_pattern_is_refused_outside_of_set_up(
    rules: AnyRules, opening: Any, moments: Moments
) -> None:
    patterns = patterns_of(rules)
    for seat in rules.judgement.seats(opening):
        pattern = patterns.pattern_of(opening, seat, set_up(rules, opening, seat))
        for moment in ("turn", OVER):
            with pytest.raises(Refused):
                patterns.orders_for(moments[moment], seat, pattern)


def test_pattern_kinds_fit_the_table_options_they_name(rules: AnyRules) -> None:
    """Pages set up such a table to show a pattern on it."""
    patterns = patterns_of(rules)
    kinds = {patterns.pattern_kind(start_game(rules, options)) for options in choosable(rules)}
    assert len(kinds) > 1
    for kind in kinds:
        assert patterns.pattern_kind(start_game(rules, patterns.table_options(kind))) == kind


def choosable(rules: AnyRules) -> Iterator[Options]:
    """Yield the options of each possible table that changes one option."""
    for option in rules.seating.options:
        answers = option.between or [chosen for chosen, _said in option.choices]
        for chosen in answers:
            with suppress(Fault):
                rules.seating.table_layout({option.name: chosen})
                yield {option.name: chosen}


def start_game(rules: AnyRules, options: Options) -> Any:
    return fold(rules, None, rules.judgement.start_game(options, chance.keyed_numbers(bytes(32))))
