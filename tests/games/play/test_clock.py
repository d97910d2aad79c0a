"""Deadlines over zones, nights, weekends and changes of the clock."""

from __future__ import annotations

import zoneinfo
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.play import clock
from games.play.clock import Clock, Pace

BERLIN = ZoneInfo("Europe/Berlin")
HOUR = timedelta(hours=1)
WEEKEND = Pace(weekend=True)
NIGHT = Pace(night=(22, 7))

moments = st.datetimes(datetime(2024, 1, 1), datetime(2030, 1, 1), timezones=st.just(UTC))
spans = st.timedeltas(timedelta(minutes=1), timedelta(days=9))
zones = st.sampled_from(sorted(zoneinfo.available_timezones())).map(ZoneInfo)
paces = st.builds(
    Pace,
    night=st.none() | st.sampled_from([(22, 7), (0, 8), (23, 6), (1, 2), (2, 3)]),
    weekend=st.booleans(),
)


def berlin(day: int, hour: int, minute: int = 0, month: int = 3) -> datetime:
    return datetime(2026, month, day, hour, minute, tzinfo=BERLIN).astimezone(UTC)


def test_a_clock_without_rest_runs_on() -> None:
    assert clock.due_at(berlin(6, 18), 30 * HOUR, Pace(), BERLIN) == berlin(8, 0)


def test_a_clock_leaves_the_weekend_out() -> None:
    # Friday 6 March 18:00, thirty hours: six on Friday, the rest from Monday on
    assert clock.due_at(berlin(6, 18), 30 * HOUR, WEEKEND, BERLIN) == berlin(10, 0)


def test_a_clock_leaves_the_night_out() -> None:
    assert clock.due_at(berlin(3, 21), 4 * HOUR, NIGHT, BERLIN) == berlin(4, 10)


def test_a_clock_that_opens_at_night_starts_in_the_morning() -> None:
    assert clock.due_at(berlin(3, 2), HOUR, NIGHT, BERLIN) == berlin(3, 8)


def test_a_clock_takes_the_night_of_the_players_zone() -> None:
    tokyo = clock.due_at(berlin(3, 15), HOUR, NIGHT, ZoneInfo("Asia/Tokyo"))
    assert tokyo == datetime(2026, 3, 4, 8, tzinfo=ZoneInfo("Asia/Tokyo"))


@pytest.mark.parametrize(("month", "day"), [(3, 29), (10, 25)])
def test_a_clock_counts_real_hours_over_a_change_of_summer_time(month: int, day: int) -> None:
    start = berlin(day - 1, 22, month=month)
    assert clock.due_at(start, 8 * HOUR, Pace(), BERLIN) - start == 8 * HOUR


@pytest.mark.parametrize(("month", "day", "wakes"), [(3, 29, 1), (10, 25, 3)])
def test_a_night_may_end_at_an_hour_that_is_missing_or_comes_twice(
    month: int, day: int, wakes: int
) -> None:
    # between 1:00 and 3:00 on these mornings lie one real hour in March, three in October
    pace = Pace(night=(1, 3))
    start = berlin(day, 0, 30, month=month)
    due = clock.due_at(start, HOUR, pace, BERLIN)
    assert due - start == HOUR + wakes * HOUR


@given(moments, spans, paces, zones)
def test_waking_time_left_is_the_span_of_the_deadline(
    start: datetime, span: timedelta, pace: Pace, zone: ZoneInfo
) -> None:
    due = clock.due_at(start, span, pace, zone)
    assert due - start >= span
    assert clock.waking_time_left(start, due, pace, zone) == span


@given(moments, spans, spans, paces, zones)
def test_a_longer_span_is_never_due_earlier(
    start: datetime, one: timedelta, two: timedelta, pace: Pace, zone: ZoneInfo
) -> None:
    shorter, longer = sorted((one, two))
    first, second = (clock.due_at(start, span, pace, zone) for span in (shorter, longer))
    assert first <= second


def test_a_time_bank_grows_up_to_the_cap() -> None:
    bank = Clock(base=72 * HOUR, increment=24 * HOUR, cap=168 * HOUR)
    assert bank.first_span() == 72 * HOUR
    assert bank.next_span(60 * HOUR) == 84 * HOUR
    assert bank.next_span(160 * HOUR) == 168 * HOUR
    assert bank.next_span(-HOUR) == 24 * HOUR


def test_a_repeated_turn_has_the_rest_of_its_time() -> None:
    day = Clock(24 * HOUR, 24 * HOUR, 24 * HOUR)
    assert day.repeat_span(20 * HOUR) == 20 * HOUR
    assert day.repeat_span(HOUR) == 6 * HOUR


def test_a_reminder_is_due_a_quarter_of_the_time_before() -> None:
    opened = berlin(3, 12)
    assert clock.remind_at(opened, opened + 24 * HOUR) == opened + 18 * HOUR


def test_a_reminder_is_due_three_hours_before_or_never() -> None:
    opened = berlin(3, 12)
    assert clock.remind_at(opened, opened + 8 * HOUR) == opened + 5 * HOUR
    assert clock.remind_at(opened, opened + 3 * HOUR) is None


@pytest.mark.parametrize("name", clock.PRESETS)
def test_every_preset_pace_can_be_read(name: str) -> None:
    pace = clock.read_pace(clock.PRESETS[name])
    assert pace.clock_for("turn").first_span() > pace.clock_for("answer").first_span() > timedelta()
    assert pace.absent_after == 3
