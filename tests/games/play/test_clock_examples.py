"""The examples of docs/clocks.md."""

from __future__ import annotations

import json
import re
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from games import labels
from games.play import clock
from tests import database

BERLIN = ZoneInfo("Europe/Berlin")
DAYS_OFF = {date(2026, 4, 1), date(2026, 4, 2)}
ROW = re.compile(
    r"^\| `(\{.*\})` \| (.*) \| (.*?)(?:, (\d+) hours left)? \| (.*) \|$", re.MULTILINE
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
