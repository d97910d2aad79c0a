"""The contract of every rule set: options of tables, boards, seats and sides."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any

import pytest

from conquest import registry
from conquest.core import Fault, Option, Phrase, TableLayout, fold
from conquest.kit import chance
from conquest.registry import AnyRules

Chosen = Mapping[str, Any]


def settings(option: Option) -> list[Any]:
    """Return the settings of an option, of a number only the lowest and the highest."""
    return list(option.between or [setting for setting, _said in option.choices])


def choices(rules: AnyRules) -> Iterator[Chosen]:
    """Yield all combinations of settings, possible or not."""
    options = rules.seating.options
    for values in product(*map(settings, options)):
        yield {option.name: value for option, value in zip(options, values, strict=True)}


def tables(rules: AnyRules) -> Iterator[tuple[Chosen, TableLayout]]:
    """Yield all possible tables with the options chosen for them."""
    for chosen in choices(rules):
        try:
            yield chosen, rules.seating.table_layout(chosen)
        except Fault:
            continue


def test_a_table_without_options_has_the_defaults(rules: AnyRules) -> None:
    defaults = {option.name: option.default for option in rules.seating.options}
    assert rules.seating.table_layout({}) == rules.seating.table_layout(defaults)


def test_table_layout_seats_the_seats_of_its_options(rules: AnyRules) -> None:
    for _chosen, table in tables(rules):
        order = [seat for seat in rules.seating.seats if seat in table.seats]
        assert list(table.seats) == order
        assert sorted(seat for side in table.sides for seat in side) == sorted(table.seats)
        assert table.board in rules.art.boards


def test_a_game_starts_at_every_possible_table(rules: AnyRules) -> None:
    for chosen, table in tables(rules):
        state = fold(
            rules, None, rules.judgement.start_game(chosen, chance.keyed_numbers(b"table"))
        )
        view = rules.knowledge.write_view(state, None)
        assert rules.judgement.seats(state) == table.seats
        assert view["board"] == table.board
        assert rules.seating.table_layout(view["options"]).sides == table.sides


def test_options_that_exclude_each_other_are_a_fault(rules: AnyRules) -> None:
    possible = [chosen for chosen, _table in tables(rules)]
    for chosen in choices(rules):
        if chosen in possible:
            continue
        with pytest.raises(Fault) as caught:
            rules.seating.table_layout(chosen)
        assert isinstance(caught.value.args[0], Phrase)
        with pytest.raises(Fault):
            rules.judgement.start_game(chosen, chance.keyed_numbers(b"table"))


def test_skirmish_has_options_that_exclude_each_other() -> None:
    """Control: without such options the test above would prove nothing."""
    skirmish = registry.get_ruleset("skirmish")
    assert len(list(choices(skirmish))) > len(list(tables(skirmish))) > 4


@pytest.mark.parametrize("chosen", [{"nothing": True}, {"nothing": 1, "else": 2}])
def test_unknown_options_are_a_fault(rules: AnyRules, chosen: Chosen) -> None:
    with pytest.raises(Fault):
        rules.seating.table_layout(chosen)


def test_unknown_settings_of_an_option_are_a_fault(rules: AnyRules) -> None:
    for option in rules.seating.options:
        beyond = (option.between[1] + 1,) if option.between else ("none of them",)
        for setting in (*beyond, None, [], {}, 1.5):
            with pytest.raises(Fault):
                rules.seating.table_layout({option.name: setting})


def test_options_depend_only_on_existing_options(rules: AnyRules) -> None:
    known = {option.name: settings(option) for option in rules.seating.options}
    for option in rules.seating.options:
        for name, wanted in option.only_if.items():
            assert name != option.name
            assert set(wanted) <= set(known[name])
