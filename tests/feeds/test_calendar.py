"""Calendars of deadlines, read by the programs of others."""

from __future__ import annotations

import shutil
import subprocess
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

import icalendar
import pytest

from feeds.calendar import write_calendar
from feeds.entries import Entry

HOST = "play.example.org"
NOON = datetime(2026, 12, 1, 12, tzinfo=UTC)
ENTRY = Entry(
    number=7,
    title="Conquest 3: It is your turn",
    table="Ädams, Söhne; \\Co",
    url=f"https://{HOST}/games/3/",
    opened_at=NOON - timedelta(days=1),
    due_at=NOON,
    answered_at=None,
)
KHAL = shutil.which("khal")


def read_events(**more: Any) -> list[Any]:
    written = write_calendar([ENTRY], host=HOST, **more)
    return icalendar.Calendar.from_ical(written).walk("VEVENT")


def test_an_event_ends_at_the_deadline() -> None:
    (event,) = read_events()
    assert event["uid"] == f"decision-7@{HOST}"
    assert event.decoded("dtend") == NOON
    assert event["summary"] == ENTRY.title
    assert event["url"] == ENTRY.url
    assert event["description"] == f"{ENTRY.table}\n{ENTRY.url}"
    assert not event.walk("VALARM")


def test_a_deadline_that_is_put_off_is_a_later_version_of_the_same_event() -> None:
    later = replace(ENTRY, due_at=NOON + timedelta(hours=1), moves=1)
    written = write_calendar([later], host=HOST)
    (before,), (after,) = read_events(), icalendar.Calendar.from_ical(written).walk("VEVENT")
    assert after["uid"] == before["uid"]
    assert after["sequence"] == before["sequence"] + 1


def test_an_alarm_counts_from_the_deadline() -> None:
    (event,) = read_events(alarm_hours=3)
    (alarm,) = event.walk("VALARM")
    assert alarm["trigger"].dt == timedelta(hours=-3)
    assert alarm["trigger"].params["RELATED"] == "END"


def test_days_away_are_whole_days() -> None:
    _deadline, event = read_events(away=[(date(2026, 12, 1), date(2026, 12, 24))])
    assert (event.decoded("dtstart"), event.decoded("dtend")) == (
        date(2026, 12, 1),
        date(2026, 12, 24),
    )


@pytest.mark.skipif(KHAL is None, reason="needs khal (apt install khal)")
def test_khal_reads_it(tmp_path: Path) -> None:
    assert KHAL is not None
    away = [(date(2026, 12, 1), date(2026, 12, 24))]
    (tmp_path / "all.ics").write_bytes(write_calendar([ENTRY], host=HOST, alarm_hours=3, away=away))
    (tmp_path / "config").write_text(
        f"[calendars]\n[[all]]\npath = {tmp_path}/kept\n"
        f"[sqlite]\npath = {tmp_path}/khal.db\n[locale]\ndefault_timezone = UTC\n"
        "timeformat = %H:%M\ndateformat = %d.%m.\nlongdateformat = %d.%m.%Y\n"
        "datetimeformat = %d.%m. %H:%M\nlongdatetimeformat = %d.%m.%Y %H:%M\n"
    )
    command = [KHAL, "-c", str(tmp_path / "config"), "printics", str(tmp_path / "all.ics")]
    said = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    assert "2 events found" in said
    assert "11:30" in said
    assert "12:00" in said
    assert ENTRY.title in said
    assert ENTRY.table in said
