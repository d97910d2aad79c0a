"""Forecasts: how long a sequence of turns takes."""

from __future__ import annotations

import random
from datetime import datetime, timedelta

import pytest

from games.play import forecast
from games.play.forecast import Wait, expected_spans, forecast_end

HOUR = timedelta(hours=1)
DAY = 24 * HOUR


def often(span: timedelta, passed: timedelta = timedelta()) -> Wait:
    """A turn of somebody who always takes as long."""
    return Wait([span] * forecast.LATEST, DAY, passed)


def test_a_forecast_adds_up_its_waits(now: datetime) -> None:
    found = forecast_end([often(2 * HOUR), often(3 * HOUR)], now)
    assert (found.earliest, found.at, found.latest) == (now + 5 * HOUR,) * 3


def test_a_forecast_has_a_median_and_a_likely_range(now: datetime) -> None:
    found = forecast_end([Wait([n * HOUR for n in range(1, 10)], DAY)], now)
    assert (found.earliest, found.at, found.latest) == tuple(now + n * HOUR for n in (1, 5, 9))


def test_a_forecast_from_a_single_time_has_a_range(now: datetime) -> None:
    found = forecast_end([Wait([6 * HOUR], DAY)], now)
    assert found.earliest < found.at < found.latest < now + DAY


def test_a_forecast_uses_only_longer_times_than_have_passed(now: datetime) -> None:
    spans = [HOUR, 2 * HOUR, *[8 * HOUR] * 20]
    assert forecast_end([Wait(spans, DAY, passed=5 * HOUR)], now).at == now + 3 * HOUR


def test_a_forecast_for_the_slowest_turn_so_far_is_soon(now: datetime) -> None:
    found = forecast_end([often(HOUR, passed=16 * HOUR)], now)
    assert (found.earliest, found.at, found.latest) == (now, now + 2 * HOUR, now + 2 * HOUR)


def test_a_forecast_for_a_player_past_the_clock_is_soon(now: datetime) -> None:
    assert forecast_end([often(HOUR, passed=DAY + 7 * HOUR)], now).at == now + 5 * HOUR


@pytest.mark.parametrize("known", [10, 20, 40])
def test_a_forecast_is_right_in_eight_of_ten_cases(known: int) -> None:
    """Whatever somebody's times are spread like: here so that half of them are far longer."""
    dice = random.Random(known)
    hits = 0
    for _ in range(400):
        *taken, then = (
            dice.choice((2, 14)) * HOUR * dice.lognormvariate(0, 0.3) for _ in range(known + 1)
        )
        low, _median, high = Wait(taken, 3 * DAY).deciles()
        hits += low <= then / HOUR <= high
    assert hits / 400 == pytest.approx(0.8, abs=0.06)


def test_a_forecast_supposes_times_of_somebody_new() -> None:
    assert expected_spans([HOUR] * 5, DAY) == [HOUR] * 5
    assert len(expected_spans([HOUR], DAY)) == 6
    assert max(expected_spans([90 * HOUR] * 5, DAY)) == DAY
