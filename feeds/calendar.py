"""A calendar of deadlines, as calendar programs read it (RFC 5545)."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, date, datetime, timedelta

from django.utils.translation import gettext as _
from icalendar import Alarm, Calendar, Event

from feeds.entries import Entry

LENGTH = timedelta(minutes=30)  # an event of no length is not drawn by many programs
ASKED_AGAIN = timedelta(hours=1)


def write_calendar(
    entries: Iterable[Entry],
    *,
    host: str,
    alarm_hours: int | None = None,
    away: Iterable[tuple[date, date]] = (),
) -> bytes:
    """Return a calendar in which each entry ends when it must be answered, and the days on which
    its person is away, each time the first one and the one after the last."""
    calendar = Calendar()
    calendar.add("prodid", f"-//{host}//Zugpost//")
    calendar.add("version", "2.0")
    calendar.add("x-wr-calname", "Zugpost")
    calendar.add("refresh-interval", ASKED_AGAIN, parameters={"VALUE": "DURATION"})
    for entry in entries:
        calendar.add_component(_build_event(entry, host, alarm_hours))
    for first, back in away:
        calendar.add_component(_build_absence(first, back, host))
    written: bytes = calendar.to_ical()
    return written


def _build_event(entry: Entry, host: str, alarm_hours: int | None) -> Event:
    event = Event()
    event.add("uid", f"decision-{entry.number}@{host}")
    event.add("dtstamp", entry.opened_at)
    event.add("sequence", entry.moves)
    event.add("summary", entry.title)
    event.add("description", f"{entry.table}\n{entry.url}" if entry.table else entry.url)
    event.add("url", entry.url)
    event.add("dtstart", entry.due_at - LENGTH)
    event.add("dtend", entry.due_at)
    event.add("transp", "TRANSPARENT")  # a deadline keeps nobody busy
    if alarm_hours is not None:
        event.add_component(_build_alarm(entry, alarm_hours))
    return event


def _build_alarm(entry: Entry, hours: int) -> Alarm:
    alarm = Alarm()
    alarm.add("action", "DISPLAY")
    alarm.add("description", entry.title)
    alarm.add("trigger", -timedelta(hours=hours), parameters={"RELATED": "END"})
    return alarm


def _build_absence(first: date, back: date, host: str) -> Event:
    event = Event()
    event.add("uid", f"away-{back}@{host}")
    event.add("dtstamp", datetime(first.year, first.month, first.day, tzinfo=UTC))
    event.add("summary", _("Away from your games"))
    event.add("dtstart", first)
    event.add("dtend", back)
    event.add("transp", "TRANSPARENT")
    return event
