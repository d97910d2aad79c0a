"""Deadlines over zones, nights, weekends and changes of the clock."""

from __future__ import annotations

import zoneinfo
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.play import clock
from games.play.clock import Clock, FixedHour, Pace

BERLIN = ZoneInfo("Europe/Berlin")
HOUR = timedelta(hours=1)
WEEKEND = Pace(weekend=True)
NIGHT = Pace(night=(22, 7))
CLUB = Pace(fixed_hour=FixedHour(frozenset({0, 3}), 20, BERLIN))  # Monday and Thursday

moments = st.datetimes(datetime(2024, 1, 1), datetime(2030, 1, 1), timezones=st.just(UTC))
spans = st.timedeltas(timedelta(minutes=1), timedelta(days=9))
zones = st.sampled_from(sorted(zoneinfo.available_timezones())).map(ZoneInfo)
paces = st.builds(
    Pace,
    night=st.none() | st.sampled_from([(22, 7), (0, 8), (23, 6), (1, 2), (2, 3)]),
    weekend=st.booleans(),
)

days_of_hours = st.sets(st.integers(0, 6), min_size=1)


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


def test_no_time_at_all_ends_after_the_night_that_follows_a_weekend() -> None:
    pace = Pace(night=(0, 6), weekend=True)
    assert clock.due_at(berlin(8, 12), timedelta(), pace, BERLIN) == berlin(9, 6)


@given(moments, paces, zones)
def test_no_time_at_all_ends_at_no_hour_of_rest(now: datetime, pace: Pace, zone: ZoneInfo) -> None:
    due, second = clock.due_at(now, timedelta(), pace, zone), timedelta(seconds=1)
    assert clock.waking_time_left(due, due + second, pace, zone) == second


def test_a_fixed_hour_comes_once_the_time_of_the_pace_is_over() -> None:
    # Wednesday 4 March 10:00: a day ends on Thursday, before that evening's hour
    assert clock.due_at(berlin(4, 10), 24 * HOUR, CLUB, BERLIN) == berlin(5, 20)
    # Thursday 10:00: a day ends on Friday, and the next hour is on Monday
    assert clock.due_at(berlin(5, 10), 24 * HOUR, CLUB, BERLIN) == berlin(9, 20)


def test_a_fixed_hour_is_that_of_the_table_in_every_zone() -> None:
    assert clock.due_at(berlin(4, 10), 24 * HOUR, CLUB, ZoneInfo("Asia/Tokyo")) == berlin(5, 20)


def test_a_fixed_hour_on_a_day_off_is_left_out() -> None:
    days_off = {date(2026, 3, 5)}
    assert clock.due_at(berlin(4, 10), HOUR, CLUB, BERLIN, days_off) == berlin(9, 20)


@given(moments, spans, paces, zones, days_of_hours, st.integers(0, 23), zones)
def test_a_fixed_hour_is_never_early(
    start: datetime, span: timedelta, pace: Pace, zone: ZoneInfo, days: set[int], hour: int,
    theirs: ZoneInfo,
) -> None:  # fmt: skip
    fixed = FixedHour(frozenset(days), hour, theirs)
    due = clock.due_at(start, span, replace(pace, fixed_hour=fixed), zone)
    earliest = clock.due_at(start, span, pace, zone)
    assert earliest <= due <= earliest + timedelta(days=8)
    assert due == clock.due_at(due, timedelta(), replace(Pace(), fixed_hour=fixed), zone)


def test_a_clock_leaves_days_off_out() -> None:
    days_off = {date(2026, 3, 3), date(2026, 3, 4)}
    assert clock.due_at(berlin(2, 12), 24 * HOUR, Pace(), BERLIN, days_off) == berlin(5, 12)
    assert clock.due_at(berlin(3, 12), HOUR, Pace(), BERLIN, days_off) == berlin(5, 1)


@given(moments, spans, paces, zones, st.sets(st.dates(date(2024, 1, 1), date(2024, 2, 9))))
def test_waking_time_left_knows_of_days_off(
    start: datetime, span: timedelta, pace: Pace, zone: ZoneInfo, days_off: set[date]
) -> None:
    start = start.replace(year=2024, month=1)
    due = clock.due_at(start, span, pace, zone, days_off)
    assert due >= clock.due_at(start, span, pace, zone)
    assert clock.waking_time_left(start, due, pace, zone, days_off) == span
    before_the_end = due - timedelta(microseconds=1)
    assert before_the_end.astimezone(zone).date() not in days_off


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
