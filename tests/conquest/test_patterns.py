"""What every rule set promises whose set-ups can be kept for other games."""

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


def set_up(rules: AnyRules, begun: Any, seat: str) -> str:
    """Return what a house player would hand in."""
    known = masked(rules, begun, seat)
    return rules.composing.levels[-1].propose_orders(known, seat, chance.keyed_numbers(b"camp"))


def played(rules: AnyRules, begun: Any, seat: str, text: str) -> Any:
    orders = rules.notation.read_orders(begun, seat, text)
    return fold(rules, begun, rules.judgement.decide(begun, seat, orders))


def test_some_rule_sets_have_patterns() -> None:
    """Without any, nothing here would be asked of anybody."""
    assert {"espionage", "skirmish"} <= set(KEPT)


def test_a_pattern_gives_its_set_up_to_every_seat(rules: AnyRules, begun: Any) -> None:
    patterns, seats = patterns_of(rules), rules.judgement.seats(begun)
    for seat in seats:
        text = set_up(rules, begun, seat)
        pattern = patterns.pattern_of(begun, seat, text)
        assert pattern
        read = rules.notation.read_orders
        assert read(begun, seat, patterns.orders_for(begun, seat, pattern)) == read(
            begun, seat, text
        )
        for other in seats:
            given = patterns.orders_for(begun, other, pattern)
            assert patterns.pattern_of(begun, other, given) == pattern
            assert played(rules, begun, other, given)


def test_a_pattern_looks_the_same_to_every_seat(rules: AnyRules, begun: Any) -> None:
    """Each seat's figures lie as those of the others do on the board that they see."""
    patterns, seats = patterns_of(rules), rules.judgement.seats(begun)
    pattern = patterns.pattern_of(begun, seats[0], set_up(rules, begun, seats[0]))
    pictures = [seen(rules, begun, seat, pattern) for seat in seats]
    assert pictures[0]
    assert all(picture == pictures[0] for picture in pictures)


def seen(rules: AnyRules, begun: Any, seat: str, pattern: str) -> set[tuple[int, int, str]]:
    """Return where a seat sees the figures of a pattern, from the upper left one of the army, and
    what each is."""
    art, patterns = rules.art, patterns_of(rules)
    chart = art.chart_of(
        art.turned_drawing(rules.seating.table_layout({}).board, art.turned.get(seat, 0))
    )
    state = masked(
        rules, played(rules, begun, seat, patterns.orders_for(begun, seat, pattern)), seat
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


def test_a_partial_set_up_has_no_pattern(rules: AnyRules, begun: Any) -> None:
    patterns = patterns_of(rules)
    for seat in rules.judgement.seats(begun):
        whole = set_up(rules, begun, seat)
        for text in ("", "nonsense", "\x00", "%s", whole.rpartition(" ")[0], whole.split()[0]):
            assert patterns.pattern_of(begun, seat, text) == ""


def test_an_invalid_pattern_is_refused(rules: AnyRules, begun: Any) -> None:
    patterns = patterns_of(rules)
    for seat in rules.judgement.seats(begun):
        whole = patterns.pattern_of(begun, seat, set_up(rules, begun, seat))
        doubled, short = whole[0] * len(whole), whole[:-1]
        for pattern in ("", "?", "%s", "\x00", doubled, short, whole + whole[0], whole * 2):
            with pytest.raises(Refused):
                patterns.orders_for(begun, seat, pattern)


def test_a_pattern_is_refused_outside_of_set_up(
    rules: AnyRules, begun: Any, moments: Moments
) -> None:
    patterns = patterns_of(rules)
    for seat in rules.judgement.seats(begun):
        pattern = patterns.pattern_of(begun, seat, set_up(rules, begun, seat))
        for moment in ("turn", OVER):
            with pytest.raises(Refused):
                patterns.orders_for(moments[moment], seat, pattern)


def test_pattern_kinds_fit_the_table_options_they_name(rules: AnyRules) -> None:
    """So that a position can be made on which to show a pattern."""
    patterns = patterns_of(rules)
    kinds = {patterns.pattern_kind(started(rules, options)) for options in choosable(rules)}
    assert len(kinds) > 1
    for kind in kinds:
        assert patterns.pattern_kind(started(rules, patterns.table_options(kind))) == kind


def choosable(rules: AnyRules) -> Iterator[Options]:
    """Yield each choice of a table that can be made alone."""
    for option in rules.seating.options:
        answers = option.between or [chosen for chosen, _said in option.choices]
        for chosen in answers:
            with suppress(Fault):
                rules.seating.table_layout({option.name: chosen})
                yield {option.name: chosen}


def started(rules: AnyRules, options: Options) -> Any:
    return fold(rules, None, rules.judgement.start_game(options, chance.keyed_numbers(bytes(32))))
