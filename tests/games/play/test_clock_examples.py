"""The examples of docs/clocks.md."""

from __future__ import annotations

import json
import re
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest

from accounts.models import Person
from games import labels
from games.models import DayOff
from games.play import clock, days_off, turns
from tests import database
from tests.games.agreements.test_examples import rows_under

BERLIN = ZoneInfo("Europe/Berlin")
DAYS_OFF = {date(2026, 4, 1), date(2026, 4, 2)}
ROW = re.compile(
    r"^\| `(\{.*\})` \| ([^|]*) \| ([^|]*?)(?:, (\d+) hours left)? \| ([^|]*) \|$", re.MULTILINE
)
EXAMPLES = ROW.findall((database.ROOT / "docs/clocks.md").read_text())


def moment(words: str) -> datetime:
    """Return the instant that an example names: "Mon 2 March, 12:00"."""
    found = datetime.strptime(f"2026 {words}", "%Y %a %d %B, %H:%M").replace(tzinfo=BERLIN)
    assert f"{found:%a}" == words[:3]
    return found.astimezone(UTC)


def test_there_are_examples() -> None:
    assert len(EXAMPLES) >= 13


@pytest.mark.parametrize(("stored", "said", "asked", "left", "due"), EXAMPLES)
def test_example_of_a_clock(stored: str, said: str, asked: str, left: str, due: str) -> None:
    pace = clock.read_pace(json.loads(stored))
    assert labels.describe_pace(json.loads(stored), {}) == said
    own = pace.clock_for(clock.TURN)
    span = own.next_span(timedelta(hours=int(left))) if left else own.first_span()
    days_off = DAYS_OFF if pace.days_off else clock.NO_DAYS
    assert clock.due_at(moment(asked), span, pace, BERLIN, days_off) == moment(due)


def test_examples_of_days_off_after_which_others_play() -> None:
    rows = rows_under("When others play for somebody who is away")
    assert len(rows) == 4
    for stored, taken, asked, due, others in rows:
        pace = clock.read_pace(json.loads(stored.strip("`")))
        first, last = (date.fromisoformat(day) for day in taken.split(" to "))
        off = {first + n * clock.DAY for n in range((last - first).days + 1)}
        since, span = moment(asked), pace.clock_for(clock.TURN).first_span()
        assert clock.due_at(since, span, pace, BERLIN, off) == moment(due)
        expected = None if others == "never" else moment(others)
        assert clock.handover_at(since, pace, BERLIN, off) == expected


def test_examples_of_days_off_that_end_by_a_turn(alice: Person) -> None:
    rows = rows_under("What a table says of vacation")
    assert len(rows) == 2
    for taken, played, given_back, left in rows:
        DayOff.objects.all().delete()
        first, last = (date.fromisoformat(day) for day in taken.split(" to "))
        noon = datetime.combine(first, time(), UTC)
        turns.take_days_off(alice, "vacation", first, last, now=noon, ends_by_turn=True)
        alice.refresh_from_db()
        days_off.note_turn(alice, datetime.fromisoformat(played).replace(tzinfo=UTC))
        end = datetime.fromisoformat(given_back).replace(tzinfo=UTC)
        assert days_off.list_ended(end - timedelta(minutes=1)) == []
        assert days_off.list_ended(end) == [alice.pk]
        turns.end_by_turn(alice.pk, now=end)
        kept = sorted(DayOff.objects.values_list("day", flat=True))
        assert [kept[0], kept[-1]] == [date.fromisoformat(day) for day in left.split(" to ")]
