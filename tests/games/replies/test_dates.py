"""Days as people write them in English and German."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from django.utils import translation
from django.utils.formats import date_format
from hypothesis import given
from hypothesis import strategies as st

from games.replies.dates import read_day

TODAY = date(2026, 3, 2)


@pytest.mark.parametrize(
    "words",
    [
        "until 24 December", "24 Dec", "Dec 24", "December 24th, 2026", "till the 24th of December",
        "2026-12-24", "bis 24. Dezember", "bis zum 24. Dez.", "24.12.", "24. 12. 2026", "24.12",
        "BIS 24.12.2026!",
    ],
)  # fmt: skip
def test_day_is_read_in_both_languages(words: str) -> None:
    assert read_day(words, TODAY) == date(2026, 12, 24)


@pytest.mark.parametrize(
    "words", ["", "next week", "12/24/2026", "31.2.", "99.99.", "24", "December", "24.12.26"]
)
def test_day_that_is_not_certain_is_not_read(words: str) -> None:
    assert read_day(words, TODAY) is None


@pytest.mark.parametrize(
    ("words", "day"),
    [("until tomorrow", 3), ("bis morgen", 3), ("the day after tomorrow", 4), ("Übermorgen", 4)],
)
def test_tomorrow_is_read(words: str, day: int) -> None:
    assert read_day(words, TODAY) == date(2026, 3, day)


@pytest.mark.parametrize(
    ("words", "day"),
    [
        ("until Friday", 6), ("bis Freitag", 6), ("bis zum Sonnabend", 7), ("Saturday", 7),
        ("until Monday", 9), ("am Montag", 9), ("until Tuesday", 3), ("bis Sonntag!", 8),
    ],
)  # fmt: skip
def test_a_weekday_is_the_next_one_after_today(words: str, day: int) -> None:
    """Today is a Monday."""
    assert read_day(words, TODAY) == date(2026, 3, day)


@pytest.mark.parametrize(
    ("words", "day"),
    [
        ("for 3 days", 5), ("3 Tage", 5), ("für 3 Tage", 5), ("a week", 9), ("für eine Woche", 9),
        ("for two weeks", None), ("2 weeks", 16), ("in zehn Tagen", None), ("10 Tage lang", 12),
        ("for a day", 3), ("einen Tag", 3), ("0 days", None), ("-3 days", None),
        ("next Friday", None),
    ],
)  # fmt: skip
def test_a_number_of_days_is_counted_from_today(words: str, day: int | None) -> None:
    assert read_day(words, TODAY) == (date(2026, 3, day) if day else None)


def test_day_without_a_year_is_the_next_one() -> None:
    assert read_day("1 January", date(2026, 12, 24)) == date(2027, 1, 1)


def test_day_that_has_just_passed_is_not_that_of_next_year() -> None:
    assert read_day("1 March", TODAY) == date(2026, 3, 1)


@pytest.mark.parametrize("language", ["en", "de"])
@given(days=st.integers(0, 300))
def test_day_as_the_site_writes_it_is_read(language: str, days: int) -> None:
    day = TODAY + timedelta(days=days)
    with translation.override(language):
        assert read_day(date_format(day), TODAY) == day


@given(st.text(max_size=200))
def test_no_text_breaks_the_reading_of_days(text: str) -> None:
    read_day(text, TODAY)
