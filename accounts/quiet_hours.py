"""Quiet hours: the hours of the day at which a person wants no letters; pure."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

DAY = timedelta(days=1)


def is_quiet_hour(hour: int, hours: tuple[int, int]) -> bool:
    """Whether an hour of the day is one of the quiet hours (from, to)."""
    start, end = hours
    if start > end:  # over midnight
        return hour >= start or hour < end
    return start <= hour < end


def end_of_quiet(now: datetime, hours: tuple[int, int], zone: ZoneInfo) -> datetime | None:
    """Return the instant (UTC) at which the quiet hours (from, to) end that run now in a zone, None
    if none do."""
    start, end = hours
    local = now.astimezone(zone)
    if not is_quiet_hour(local.hour, hours):
        return None
    day = local.date() + (DAY if local.hour >= start > end else timedelta())
    return datetime.combine(day, time(end), zone).astimezone(UTC)
