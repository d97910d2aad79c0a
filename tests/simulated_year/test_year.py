"""A simulated year in small: real games of all rules and clocks, letters by SMTP, webhooks by HTTP,
and nothing wrong in the record of it; ``make year`` is the whole of it."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from games.play import clock, notices
from tests import database
from tests.simulated_year import report, year
from tests.simulated_year.notices import list_letters
from tests.simulated_year.record import Record

SMALL = year.Scale(people=20, games=24, days=21, turns=3, seed=2)
TINY = year.Scale(people=8, games=8, days=8, turns=4, seed=3)


def _pass_year(scale: year.Scale, blocker: Any) -> Record:
    with (
        blocker.unblock(),
        database.copied("year") as name,
        database.connected(name),
        year.site(scale) as course,
    ):
        course.run()
        return course.read_record()


@pytest.mark.thorough
def test_a_small_year_has_no_violation(django_db_setup: None, django_db_blocker: Any) -> None:
    record = _pass_year(SMALL, django_db_blocker)
    assert report.find_violations(record) == []
    kinds = Counter(row.kind for row in record.sent if row.status == "sent")
    assert {"decision", "reminder", "missed", "over", "started"} <= kinds.keys()
    assert record.silences
    assert record.days_off
    assert record.handovers
    assert any(len(letter) > 1 for letter in list_letters(record))
    assert record.posts
    said = report.describe(record, [])
    assert "| violations | 0 |" in said
    assert "notices a person and week" in said


@pytest.mark.thorough
def test_control_a_site_that_knows_no_night_and_no_quiet_hours_is_found_out(
    django_db_setup: None, django_db_blocker: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole_days = clock._waking_spans_of_day
    monkeypatch.setattr(
        clock, "_waking_spans_of_day", lambda day, pace, zone: whole_days(day, clock.Pace(), zone)
    )
    monkeypatch.setattr(notices, "_quiet_until", lambda person, now, due_at: None)
    found = report.find_violations(_pass_year(TINY, django_db_blocker))
    assert {"unprotected", "wrong", "quiet"} <= {one.partition(":")[0] for one in found}
