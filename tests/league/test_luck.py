"""Nobody's place depends on when they were to meet somebody who vanished, and by a naive rule it
would."""

from __future__ import annotations

import pytest

from tests.league.luck import RULES, describe, measure_luck

NAIVE, HALF, OURS = RULES


@pytest.mark.parametrize("table", [2, 4])
def test_those_who_stay_end_in_one_order_whenever_somebody_vanishes(table: int) -> None:
    luck = measure_luck(60, table, RULES[OURS])
    assert luck.differing == 0
    assert abs(luck.difference) < 3 * luck.error


@pytest.mark.parametrize("name", [NAIVE, HALF])
def test_control_games_that_count_against_the_absent_are_luck(name: str) -> None:
    luck = measure_luck(60, 2, RULES[name])
    assert luck.differing > 30
    assert luck.difference > luck.error


def test_the_table_tells_of_each_rule_at_tables_of_two_and_four() -> None:
    lines = describe(4).splitlines()
    assert len(lines) == 2 + 2 * len(RULES)
    assert "| 4 | as it is |" in lines[-1]
