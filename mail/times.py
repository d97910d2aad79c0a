"""Says instants and stretches of time in words, in the active language and the reader's zone."""

from __future__ import annotations

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from django.utils.dateformat import format as written
from django.utils.timesince import timeuntil
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, pgettext

ZONES = (
    gettext_noop("CET"),
    gettext_noop("CEST"),
    gettext_noop("WET"),
    gettext_noop("WEST"),
    gettext_noop("EET"),
    gettext_noop("EEST"),
)

UNITS = (timedelta(weeks=1), timedelta(days=1), timedelta(hours=1), timedelta(minutes=1))


def brief_time(moment: datetime, now: datetime, zone: ZoneInfo) -> str:
    """Say an instant in few words, for a subject: "today 21:00" or "Thu 23 Nov, 18:00"."""
    local = moment.astimezone(zone)
    if local.date() == now.astimezone(zone).date():
        return _("today %(time)s") % {"time": written(local, pgettext("time of day", "H:i"))}
    return _day_and_time(local)


def zoned_time(local: datetime) -> str:
    """Return an instant in its own zone, named: "Thu 23 Nov, 18:00 CET"."""
    return f"{_day_and_time(local)} {_zone_abbreviation(local)}"


def full_time(moment: datetime, zone: ZoneInfo) -> str:
    """Say an instant beyond doubt: "Thursday 23 November 2026, 18:00 (CET, Berlin)"."""
    local = moment.astimezone(zone)
    day_and_time = written(local, pgettext("day and time, in full", "l j F Y, H:i"))
    return f"{day_and_time} ({_zone_and_city(local, zone)})"


def full_day(moment: datetime, zone: ZoneInfo) -> str:
    """Say on which day an instant is: "23 November 2026"."""
    return written(moment.astimezone(zone), pgettext("day, in full", "j F Y"))


def time_left(moment: datetime, now: datetime, units: int = 2) -> str:
    """Say how long it is until an instant, in its greatest units: "1 day, 4 hours".

    It is rounded to the last of these: a second after three days began, they are "3 days".
    """
    rounded = _round_span(moment - now, units)
    return timeuntil(now + rounded, now, depth=units).replace("\xa0", " ")


def _round_span(span: timedelta, units: int) -> timedelta:
    """Return a span in whole units, the last of its greatest; below a minute it stays as it is."""
    greatest = next((place for place, unit in enumerate(UNITS) if span >= unit), None)
    if greatest is None:
        return span
    last = UNITS[min(greatest + units, len(UNITS)) - 1]
    return round(span / last) * last


def _zone_and_city(local: datetime, zone: ZoneInfo) -> str:
    """Name the zone by its abbreviation and its city."""
    short = _zone_abbreviation(local)
    area, _slash, city = zone.key.rpartition("/")
    return f"{short}, {city.replace('_', ' ')}" if area and area != "Etc" else short


def _zone_abbreviation(local: datetime) -> str:
    """Name the zone briefly; the bare "+03" of some zones with UTC."""
    short = local.strftime("%Z")
    if short[0] in "+-":
        return f"UTC{short}"
    return _(short) if short in ZONES else short


def _day_and_time(local: datetime) -> str:
    return written(local, pgettext("day and time, brief", "D j M, H:i"))
