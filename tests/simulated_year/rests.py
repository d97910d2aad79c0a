"""When a clock rests, as docs/clocks.md says it, and by nothing of the site: a quarter of an hour
after another is looked at, since all that begins or ends a rest does so at one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import UTC, date, datetime, timedelta
from functools import lru_cache
from typing import Any, TypeAlias
from zoneinfo import ZoneInfo

QUARTER, HOUR, DAY = timedelta(minutes=15), timedelta(hours=1), timedelta(days=1)
SATURDAY = 5
LONGEST = timedelta(days=200)
IsOff: TypeAlias = Callable[[date, datetime], bool]
"""Whether a day is off, as it was known at a moment."""


@lru_cache(maxsize=1_000_000)
def local_time(moment: datetime, zone: str) -> datetime:
    """Return a moment as clocks on the wall show it."""
    return moment.astimezone(ZoneInfo(zone))


def is_in_hours(hour: int, hours: tuple[int, int]) -> bool:
    """Whether an hour lies in hours of the day, which may go over midnight."""
    start, end = hours
    return start <= hour < end if start < end else hour >= start or hour < end


def rests_at_hours(moment: datetime, pace: Mapping[str, Any], zone: str) -> bool:
    """Whether a table rests at an hour of a player's night or weekend."""
    local = local_time(moment, zone)
    night = pace.get("night")
    if night and is_in_hours(local.hour, tuple(night)):
        return True
    return bool(pace.get("weekend")) and local.weekday() >= SATURDAY


def rests(moment: datetime, pace: Mapping[str, Any], zone: str, is_off: IsOff) -> bool:
    """Whether the clock of a player rests at a moment, by hours or by a day off."""
    if rests_at_hours(moment, pace, zone):
        return True
    return bool(pace.get("days_off")) and is_off(local_time(moment, zone).date(), moment)


def quarter_of(moment: datetime) -> datetime:
    """Return the beginning of the quarter of an hour in which a moment lies."""
    return moment - (moment - datetime.min.replace(tzinfo=UTC)) % QUARTER


def end_of_span(
    begin: datetime, span: timedelta, pace: Mapping[str, Any], zone: str, is_off: IsOff
) -> datetime:
    """Return the first moment at which a clock that began has run for a span."""
    at, limit = begin, begin + LONGEST
    while at < limit:
        following = quarter_of(at) + QUARTER
        if not rests(quarter_of(at), pace, zone, is_off):
            if span <= following - at:
                return at + span
            span -= following - at
        at = following
    raise AssertionError("a clock rests for ever")


def time_run(
    begin: datetime, end: datetime, pace: Mapping[str, Any], zone: str, is_off: IsOff
) -> timedelta:
    """Return for how long a clock has run between two moments."""
    at, run = begin, timedelta()
    while at < end:
        following = min(quarter_of(at) + QUARTER, end)
        if not rests(quarter_of(at), pace, zone, is_off):
            run += following - at
        at = following
    return run


def next_fixed_hour(
    begin: datetime, fixed: Mapping[str, Any], off: Callable[[datetime], bool]
) -> datetime:
    """Return the next hour at which time can run out at a table with fixed hours, none that is
    ``off``."""
    # Such an hour is the first quarter of a day at which clocks show it, or a later time where
    # clocks have been put forward over it.
    at = quarter_of(begin) if quarter_of(begin) == begin else quarter_of(begin) + QUARTER
    while not (is_fixed_hour(at, fixed) and not off(at)):
        at += QUARTER
    return at


def is_fixed_hour(moment: datetime, fixed: Mapping[str, Any]) -> bool:
    """Whether time can run out at a moment at a table with fixed hours."""
    local, before = (local_time(one, fixed["zone"]) for one in (moment, moment - QUARTER))
    if moment != quarter_of(moment) or local.weekday() not in fixed["days"]:
        return False
    return (local.hour, local.minute) == (fixed["hour"], 0) or _is_skipped(local, before, fixed)


def _is_skipped(local: datetime, before: datetime, fixed: Mapping[str, Any]) -> bool:
    """Whether clocks have just been put forward over the hour at which time runs out."""
    forward = local.utcoffset() != before.utcoffset()
    was, now = before.hour * 60 + before.minute, local.hour * 60 + local.minute
    return forward and was < fixed["hour"] * 60 < now
