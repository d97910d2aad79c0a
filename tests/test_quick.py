"""Three minutes of measuring say what has become slower since the last release."""

from __future__ import annotations

from itertools import cycle

import pytest

from conquest import bench, registry
from conquest.bench import Measurements
from tests.bench import quick
from tests.bench.quick import kept
from tests.bench.quick.rules import rule_costs

BEFORE = {"a turn": 2.0, "a page": 10.0}


def compare(*measured: kept.Ratios) -> tuple[kept.Ratios, int]:
    """Return the ratios that count, and the exit status, with these found one after the other."""
    figures, found = Measurements(), iter(measured)
    return quick.compare_ratios(figures, lambda: next(found), BEFORE), figures.exit_status


def test_a_sixth_more_twice_is_slower() -> None:
    _ratios, status = compare({"a turn": 2.4, "a page": 9.0}, {"a turn": 2.32, "a page": 9.0})
    assert status == 1


def test_a_tenth_more_is_noise_and_less_is_welcome() -> None:
    assert compare({"a turn": 2.2, "a page": 5.0}) == ({"a turn": 2.2, "a page": 5.0}, 0)


def test_what_seems_slower_is_measured_once_more_and_the_better_one_counts() -> None:
    ratios, status = compare({"a turn": 2.4, "a page": 9.0}, {"a turn": 2.0, "a page": 11.0})
    assert (ratios, status) == ({"a turn": 2.0, "a page": 9.0}, 0)


def test_what_is_new_is_compared_with_nothing() -> None:
    assert compare({"a letter": 99.0}) == ({"a letter": 99.0}, 0)


def test_the_median_of_the_rounds_counts(capsys: pytest.CaptureFixture[str]) -> None:
    spent = cycle([2.0, 4.0, 100.0])
    costs = {"chess": lambda: 2.0, "turns": lambda: next(spent)}
    assert quick.measure_ratios(Measurements(), costs) == {"turns against chess": 2.0}
    assert '"value": 50.0' in capsys.readouterr().out


@pytest.mark.parametrize("slug", ["armada", "bollwerk", "conquest", "espionage", "grand-conquest"])
def test_all_games_have_figures_that_are_kept(slug: str) -> None:
    yardstick, judged = rule_costs([bench.middle_game(registry.get_ruleset(slug))])
    assert f"{judged} against {yardstick}" in kept.read_ratios()
