"""The forecast that knows days off is kept, since it beats the medians of the latest turns."""

from __future__ import annotations

from statistics import mean, median

from tests import forecasts

BETTER = 0.9  # a tenth


def test_a_forecast_that_knows_days_off_beats_the_medians_of_the_latest_turns() -> None:
    misses = forecasts.simulate_tables(15, 7)
    away = [one for one in misses if one.plain != one.knowing]
    assert len(away) > 100
    for average in (mean, median):
        assert average(one.knowing for one in away) < BETTER * average(one.plain for one in away)
        assert average(one.knowing for one in misses) < average(one.plain for one in misses)
    assert mean(one.knowing for one in misses) < BETTER * mean(one.plain for one in misses)


def test_a_forecast_is_the_same_where_nobody_has_days_off() -> None:
    misses = forecasts.simulate_tables(2, 7, rows=0)
    assert len(misses) > 100
    assert all(one.plain == one.knowing for one in misses)
