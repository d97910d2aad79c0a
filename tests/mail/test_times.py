"""Times in words: the reader's zone and language, whatever the season."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.utils import translation

from mail import times

NOON = datetime(2026, 11, 23, 12, 0, tzinfo=UTC)
BERLIN = ZoneInfo("Europe/Berlin")


@pytest.mark.parametrize(
    ("hours", "zone", "told"),
    [
        (6, "Europe/Berlin", "today 19:00"),
        (6, "Asia/Tokyo", "Tue 24 Nov, 03:00"),
        (72, "Europe/Berlin", "Thu 26 Nov, 13:00"),
        (72, "America/New_York", "Thu 26 Nov, 07:00"),
    ],
)
def test_a_brief_time_has_few_words(hours: int, zone: str, told: str) -> None:
    assert times.brief_time(NOON + timedelta(hours=hours), NOON, ZoneInfo(zone)) == told


@pytest.mark.parametrize(
    ("zone", "told"),
    [
        ("Europe/Berlin", "Monday 23 November 2026, 13:00 (CET, Berlin)"),
        ("America/New_York", "Monday 23 November 2026, 07:00 (EST, New York)"),
        ("Asia/Dubai", "Monday 23 November 2026, 16:00 (UTC+04, Dubai)"),
        ("America/Argentina/Ushuaia", "Monday 23 November 2026, 09:00 (UTC-03, Ushuaia)"),
        ("UTC", "Monday 23 November 2026, 12:00 (UTC)"),
    ],
)
def test_a_full_time_leaves_no_doubt(zone: str, told: str) -> None:
    assert times.full_time(NOON, ZoneInfo(zone)) == told


@pytest.mark.parametrize(
    ("zone", "told"),
    [
        ("Europe/Berlin", "Mon 23 Nov, 13:00 CET"),
        ("America/New_York", "Mon 23 Nov, 07:00 EST"),
        ("Asia/Dubai", "Mon 23 Nov, 16:00 UTC+04"),
        ("UTC", "Mon 23 Nov, 12:00 UTC"),
    ],
)
def test_a_zoned_time_names_its_zone(zone: str, told: str) -> None:
    assert times.zoned_time(NOON.astimezone(ZoneInfo(zone))) == told


def test_zones_are_named_in_the_readers_language() -> None:
    with translation.override("de"):
        assert times.zoned_time(NOON.astimezone(BERLIN)).endswith(" MEZ")
        assert times.full_time(NOON, BERLIN).endswith(" (MEZ, Berlin)")


def test_a_full_time_knows_summer_time() -> None:
    assert times.full_time(datetime(2026, 7, 1, 12, 0, tzinfo=UTC), BERLIN).endswith(
        "14:00 (CEST, Berlin)"
    )


def test_a_full_time_tells_the_doubled_hour_apart() -> None:
    once = datetime(2026, 10, 25, 0, 30, tzinfo=UTC)
    assert times.full_time(once, BERLIN).endswith("02:30 (CEST, Berlin)")
    assert times.full_time(once + timedelta(hours=1), BERLIN).endswith("02:30 (CET, Berlin)")


def test_days_and_months_are_in_the_readers_language() -> None:
    with translation.override("de"):
        assert times.full_time(NOON, BERLIN).startswith("Montag")
        assert times.brief_time(NOON + timedelta(days=3), NOON, BERLIN).startswith("Do ")
        assert times.time_left(NOON + timedelta(hours=28), NOON) == "1 Tag, 4 Stunden"


@pytest.mark.parametrize(
    ("minutes", "told"), [(28 * 60, "1 day, 4 hours"), (95, "1 hour, 35 minutes"), (0, "0 minutes")]
)
def test_time_left_is_told_in_words(minutes: int, told: str) -> None:
    assert times.time_left(NOON + timedelta(minutes=minutes), NOON) == told


def test_time_left_is_told_in_one_unit_where_asked() -> None:
    assert times.time_left(NOON + timedelta(minutes=1380), NOON, units=1) == "23 hours"


@pytest.mark.parametrize(
    ("span", "units", "told"),
    [
        ({"days": 3, "seconds": -1}, 2, "3 days"),
        ({"days": 3, "seconds": -1}, 1, "3 days"),
        ({"days": 2, "hours": 22, "minutes": 50}, 2, "2 days, 23 hours"),
        ({"days": 1, "hours": 11}, 1, "1 day"),
        ({"hours": 23, "minutes": 59, "seconds": 40}, 2, "1 day"),
        ({"hours": 5, "minutes": 30, "seconds": 10}, 2, "5 hours, 30 minutes"),
        ({"days": 14, "seconds": -9}, 2, "2 weeks"),
        ({"minutes": 1, "seconds": 40}, 1, "2 minutes"),
        ({"seconds": 40}, 2, "0 minutes"),
    ],
)
def test_time_left_is_rounded_to_its_last_unit(span: dict[str, int], units: int, told: str) -> None:
    assert times.time_left(NOON + timedelta(**span), NOON, units) == told
