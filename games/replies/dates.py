"""Days as people write them, in English and German."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from datetime import date, timedelta

JUST_PASSED = timedelta(days=31)
MONTHS = (
    ("january", "januar", "jänner", "jan"),
    ("february", "februar", "feber", "feb"),
    ("march", "märz", "maerz", "mar", "mär", "mrz"),
    ("april", "apr"),
    ("may", "mai"),
    ("june", "juni", "jun"),
    ("july", "juli", "jul"),
    ("august", "aug"),
    ("september", "sept", "sep"),
    ("october", "oktober", "oct", "okt"),
    ("november", "nov"),
    ("december", "dezember", "dec", "dez"),
)
MONTH_NUMBERS = {name: number for number, names in enumerate(MONTHS, 1) for name in names}
DAY, MONTH, YEAR = r"(?P<day>\d{1,2})", r"(?P<month>\d{1,2})", r"(?P<year>\d{4})"
NAME = rf"(?P<name>{'|'.join(MONTH_NUMBERS)})"
SHAPES = [
    re.compile(shape)
    for shape in (
        rf"{YEAR}-{MONTH}-{DAY}",
        rf"{DAY}\. ?{MONTH}\.?(?: ?{YEAR})?",
        rf"{DAY}(?:\.|st|nd|rd|th)?(?: of)? ?{NAME}\.?,?(?: {YEAR})?",
        rf"{NAME}\.? {DAY}(?:st|nd|rd|th)?,?(?: {YEAR})?",
    )
]
FROM_TODAY = {
    "tomorrow": 1, "morgen": 1,
    "day after tomorrow": 2, "übermorgen": 2, "uebermorgen": 2,
}  # fmt: skip
WEEKDAYS = (
    ("monday", "montag"),
    ("tuesday", "dienstag"),
    ("wednesday", "mittwoch"),
    ("thursday", "donnerstag"),
    ("friday", "freitag"),
    ("saturday", "samstag", "sonnabend"),
    ("sunday", "sonntag"),
)
WEEKDAY_NUMBERS = {name: number for number, names in enumerate(WEEKDAYS) for name in names}
ONE = ("a", "one", "ein", "einen", "eine")
SPAN = re.compile(
    rf"(?:(?:for|für|in) )?(?P<count>[1-9]\d{{0,2}}|{'|'.join(ONE)})"
    r" (?:days?|tage?n?|(?P<weeks>weeks?|wochen?))(?: lang)?"
)
BEFORE = re.compile(r"(?:(?:until|till|to|on|bis|zum|zur|am|the|den|dem) )*")


def read_day(text: str, today: date) -> date | None:
    """Return the day that a text names, perhaps after "until" or "bis"; ``None`` if it names none
    for certain.

    Without a year it is the next day of that name, but one that has ``JUST_PASSED`` was hardly
    meant for next year. A weekday is the next one after today.
    """
    plain = " ".join(text.casefold().split()).rstrip("!,;.")
    plain = plain[BEFORE.match(plain).end() :]  # type: ignore[union-attr]
    days = _days_from_today(plain, today)
    if days is not None:
        return today + timedelta(days=days)
    return _read_date(plain, today)


def _days_from_today(plain: str, today: date) -> int | None:
    """Return in how many days is what a text says in relation to today, ``None`` for a date."""
    if plain in WEEKDAY_NUMBERS:
        return (WEEKDAY_NUMBERS[plain] - today.weekday() - 1) % 7 + 1
    if span := SPAN.fullmatch(plain):
        count = 1 if span["count"] in ONE else int(span["count"])
        return count * 7 if span["weeks"] else count
    return FROM_TODAY.get(plain)


def _read_date(plain: str, today: date) -> date | None:
    for shape in SHAPES:
        if match := shape.fullmatch(plain):
            days = _possible_days(match, today)
            begin = date.min if match["year"] else today - JUST_PASSED
            return min((day for day in days if day >= begin), default=None)
    return None


def _possible_days(match: re.Match[str], today: date) -> Iterator[date]:
    parts = match.groupdict()
    name, year = parts.get("name"), parts.get("year")
    month = MONTH_NUMBERS[name] if name else int(parts["month"])
    for each in [int(year)] if year else range(today.year - 1, today.year + 2):
        # No month has a thirty-second, and not every year a 29 February.
        with suppress(ValueError):
            yield date(each, month, int(parts["day"]))
