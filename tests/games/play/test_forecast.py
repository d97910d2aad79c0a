"""Forecasts: how long a sequence of turns and answers takes."""

from __future__ import annotations

import random
from datetime import datetime, timedelta

import pytest

from games.play import forecast
from games.play.forecast import (
    Durations,
    TurnInterruptions,
    Wait,
    expected_durations,
    turn_interruptions,
)

HOUR = timedelta(hours=1)


DAY = 24 * HOUR


def estimate(now: datetime, *waits: Wait) -> forecast.Forecast:
    return forecast.forecast_end(waits, now, random.Random(1))


def often(span: timedelta) -> Durations:
    """Somebody who always takes as long."""
    return expected_durations([span] * forecast.LATEST, DAY)


def test_a_forecast_adds_up_its_waits(now: datetime) -> None:
    found = estimate(now, Wait(often(2 * HOUR)), Wait(often(3 * HOUR)))
    assert (found.earliest, found.at, found.latest) == (now + 5 * HOUR,) * 3


def test_a_forecast_has_a_median_and_a_likely_range(now: datetime) -> None:
    spans = [n * HOUR for n in range(1, 11)]
    found = estimate(now, Wait(expected_durations(spans, DAY)))
    assert now + HOUR <= found.earliest < found.at < found.latest < now + DAY


def test_a_forecast_takes_off_the_time_that_has_passed(now: datetime) -> None:
    spans = [HOUR, 2 * HOUR, *[8 * HOUR] * 20]
    found = estimate(now, Wait(expected_durations(spans, DAY), passed=5 * HOUR))
    assert found.at == now + 3 * HOUR


def test_a_forecast_of_the_rest_is_as_uncertain_as_of_the_whole(now: datetime) -> None:
    """What is left of a gap of six hours, of which five have passed, is an hour in one of six."""
    times = Durations((timedelta(), 6 * HOUR, 6 * HOUR, 10 * HOUR))
    drawn = [times.draw_remaining(5 * HOUR, random.Random(seed)) for seed in range(2000)]
    shares = [
        sum(begin < one <= end for one in drawn) / len(drawn)
        for begin, end in ((timedelta(), HOUR - HOUR / 99), (HOUR, 5 * HOUR))
    ]
    assert shares == [pytest.approx(share, abs=0.03) for share in (1 / 13, 6 / 13)]


def test_a_forecast_for_a_slow_player_stays_within_the_clock(now: datetime) -> None:
    found = estimate(now, Wait(expected_durations([HOUR] * 10, DAY), passed=16 * HOUR))
    assert (found.earliest, found.at, found.latest) == tuple(now + n * HOUR for n in (1, 4, 7))


def test_a_forecast_for_a_player_past_the_clock_is_soon(now: datetime) -> None:
    found = estimate(now, Wait(often(HOUR), passed=DAY + 7 * HOUR))
    assert found.at == now + 5 * HOUR


def test_a_forecast_counts_interruptions(now: datetime) -> None:
    course = [TurnInterruptions(questions=2, again=0)]
    found = estimate(now, Wait(often(HOUR), courses=course, answers=often(4 * HOUR)))
    assert found.at == now + 9 * HOUR


def test_a_forecast_counts_turns_that_are_asked_for_again(now: datetime) -> None:
    found = estimate(now, Wait(often(4 * HOUR), courses=[TurnInterruptions(questions=0, again=2)]))
    assert found.at == now + 12 * HOUR


def test_a_forecast_knows_turns_with_many_questions_and_with_none(now: datetime) -> None:
    """What is most likely is not what is so on average."""
    course = [TurnInterruptions(0, 0)] * 3 + [TurnInterruptions(3, 0)]
    found = estimate(now, Wait(often(HOUR), courses=course, answers=often(4 * HOUR)))
    assert (found.at, found.latest) == (now + HOUR, now + 13 * HOUR)


def test_a_forecast_uses_the_latest_turns_of_a_game() -> None:
    turn, question = False, True
    calm = [(number, turn) for number in range(20)]
    asked = [*calm, (20, turn), (20, question), (20, turn), (20, question), (20, turn)]
    assert turn_interruptions(asked)[len(forecast.USUAL) :] == (TurnInterruptions(0, 0),) * 15 + (
        TurnInterruptions(2, 2),
    )
    assert turn_interruptions([]) == forecast.USUAL


@pytest.mark.parametrize("known", [10, 20, 40])
def test_a_forecast_is_right_in_eight_of_ten_cases(known: int) -> None:
    """Whatever somebody's times are spread like: here so that half of them are far longer."""
    dice = random.Random(known)
    hits = 0
    for _ in range(400):
        *taken, then = (
            dice.choice((2, 14)) * HOUR * dice.lognormvariate(0, 0.3) for _ in range(known + 1)
        )
        times = expected_durations(taken, 3 * DAY)
        drawn = sorted(times.draw_remaining(timedelta(), dice) for _ in range(100))
        hits += drawn[10] <= then <= drawn[89]
    assert hits / 400 == pytest.approx(0.8, abs=0.06)


def test_a_forecast_trusts_few_times_less_than_many() -> None:
    assert set(expected_durations([HOUR] * 5, DAY).ends) == {timedelta(), HOUR, DAY}
    assert len(expected_durations([HOUR], DAY).ends) == 8
    assert max(expected_durations([90 * HOUR] * 5, DAY).ends) == DAY
    few, many = (
        _width(expected_durations([n * HOUR for n in range(1, 11)] * often, DAY))
        for often in (1, 4)
    )
    assert few > many


def _width(times: Durations) -> timedelta:
    drawn = sorted(times.draw_remaining(timedelta(), random.Random(seed)) for seed in range(1000))
    return drawn[900] - drawn[100]
