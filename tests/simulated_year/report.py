"""What came of a simulated year, in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from datetime import timedelta

from tests.simulated_year import deadlines, notices
from tests.simulated_year.notices import list_letters
from tests.simulated_year.record import Record, Sent

WEEK = timedelta(days=7)
SHOWN = 20


def find_violations(record: Record) -> list[str]:
    """Return all that is wrong in a year."""
    return [found for check in (*deadlines.CHECKS, *notices.CHECKS) for found in check(record)]


def describe(record: Record, violations: list[str]) -> str:
    """Return the report of a year as lines of Markdown."""
    return "\n".join(_lines(record, violations)) + "\n"


def _lines(record: Record, violations: list[str]) -> Iterator[str]:
    yield "| what | |"
    yield "|---|---|"
    for name, value in _figures(record):
        yield f"| {name} | {value} |"
    yield f"| violations | {len(violations)} |"
    yield from ("", *violations[:SHOWN])


def _figures(record: Record) -> Iterator[tuple[str, object]]:
    closed = deadlines.count_by_closing(record)
    moved = sum(len(one.deadlines) > 1 for one in record.asked.values())
    yield "people", len(record.people)
    yield "days", (record.end - record.begin).days
    yield "games begun", len(record.paces)
    yield "games ended", record.games.get("over", 0)
    yield "asked", len(record.asked)
    yield "deadlines that moved, or reminders", moved
    for name in ("answer", "silence", "absence"):
        yield f"closed by {name}", closed.get(name, 0)
    yield "days off", len(record.days_off)
    yield "seats at which others played for somebody on vacation", record.handovers
    yield "pauses", sum(map(len, record.pauses.values()))
    yield "turns taken back", sum(map(len, record.taken_back.values()))
    yield from _figures_of_notices(record)


def _figures_of_notices(record: Record) -> Iterator[tuple[str, object]]:
    """Yield how much people were told: each letter counts once, however much it tells."""
    rows = [row for row in record.sent if row.status == "sent"]
    letters = list_letters(record)
    channels = sum(row.channel is not None for row in rows)
    yield "letters", len(letters)
    yield "notices of channels", channels
    for kind, count in sorted(Counter(row.kind for row in rows).items()):
        yield f"told of: {kind}", count
    weeks = (record.end - record.begin) / WEEK * len(record.people)
    yield "notices a person and week", f"{(len(letters) + channels) / weeks:.2f}"
    yield "the same with each in a letter of its own", f"{_count_apart(record) / weeks:.2f}"
    yield from _figures_of_digests(record, letters)


def _count_apart(record: Record) -> int:
    """Count what would have been told if nothing had waited for a digest: what was withdrawn there
    would have left at once, but for what was answered as fast."""
    sent = sum(row.status == "sent" for row in record.sent)
    return sent + sum(_is_spared(record, row) for row in record.sent)


def _is_spared(record: Record, row: Sent) -> bool:
    """Whether a letter was answered while it waited for a digest."""
    one = record.asked.get(row.about or 0)
    soon = row.created + notices.SOON
    waited = row.gathered and row.channel is None and row.status == "withdrawn"
    return waited and (one is None or one.closed is None or one.closed > soon)


def _figures_of_digests(record: Record, letters: list[list[Sent]]) -> Iterator[tuple[str, object]]:
    """Yield the same of those who read something in digests, and of the others; letters alone."""
    weeks = (record.end - record.begin) / WEEK
    fans = {pk for pk, one in record.people.items() if "digest" in one.manners.values()}
    for name, people in (("who read digests", fans), ("others", record.people.keys() - fans)):
        count = sum(letter[0].person in people for letter in letters)
        told = sum(len(letter) for letter in letters if letter[0].person in people)
        spared = sum(_is_spared(record, row) for row in record.sent if row.person in people)
        a_week = weeks * max(len(people), 1)
        yield (
            f"letters a person and week, of {len(people)} {name}",
            f"{count / a_week:.2f}, apart {(told + spared) / a_week:.2f}",
        )
