"""Quiet hours: the hours of the day at which a person wants no letters; pure."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

DAY = timedelta(days=1)


def end_of_quiet(now: datetime, hours: tuple[int, int], zone: ZoneInfo) -> datetime | None:
    """Return the instant (UTC) at which the quiet hours (from, to) end that run now in a zone, None
    if none do."""
    start, end = hours
    local = now.astimezone(zone)
    runs_over_midnight = start > end
    is_quiet = start <= local.hour < end
    if runs_over_midnight:
        is_quiet = local.hour >= start or local.hour < end
    if not is_quiet:
        return None
    day = local.date() + (DAY if runs_over_midnight and local.hour >= start else timedelta())
    return datetime.combine(day, time(end), zone).astimezone(UTC)
