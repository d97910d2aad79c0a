"""Deadlines: the pace of a table as data, and when an answer is due (docs/clocks.md). Pure, but for
``now``, the database's clock."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from mail.clock import now as now

TURN, ANSWER = "turn", "answer"
OWN = "own"
DAY = timedelta(days=1)
SATURDAY = 5
REMIND_PART = 4
REMIND_LEAST = timedelta(hours=3)
FLOOR_PART = 4  # of the base, since a window may close at night
DaysOff = Collection[date]
NO_DAYS: frozenset[date] = frozenset()


@dataclass(frozen=True, slots=True)
class Clock:
    """Time for one kind of decision: ``base`` at first, ``increment`` each time, up to ``cap``."""

    base: timedelta
    increment: timedelta
    cap: timedelta

    @property
    def is_flat(self) -> bool:
        """Whether every new decision gets the same time, whatever was left over."""
        return self.base == self.increment == self.cap

    def first_span(self) -> timedelta:
        return min(self.base, self.cap)

    def next_span(self, left: timedelta) -> timedelta:
        """Return the time for the next decision after one that left ``left`` over."""
        return min(max(left, timedelta()) + self.increment, self.cap)

    def repeat_span(self, left: timedelta) -> timedelta:
        """Return the time when the same turn is asked again: the rest, at least a quarter."""
        return max(left, self.base / FLOOR_PART)


@dataclass(frozen=True, slots=True)
class FixedHour:
    """The only moments at which time runs out at a table: an hour of some weekdays, Monday is 0."""

    days: frozenset[int]
    hour: int
    zone: ZoneInfo

    def moments_from(self, start: datetime) -> Iterator[datetime]:
        """Yield these moments from ``start`` on, as UTC instants."""
        day = start.astimezone(self.zone).date() - DAY
        while True:
            if day.weekday() in self.days and (moment := self._moment_of(day)) >= start:
                yield moment
            day += DAY

    def _moment_of(self, day: date) -> datetime:
        return _utc_instant(day, self.hour, self.zone)


@dataclass(frozen=True, slots=True)
class Pace:
    """How fast a table plays.

    ``night`` are the hours of rest (from, to) in the player's own zone; ``weekend`` tells whether
    Saturday and Sunday rest. A seat is absent after ``absent_after`` silences in a row (CP5).
    ``silence`` names what answers for a player who does not answer in time: a preset of standing
    orders, the player's ``OWN``, or "" for what the rules say. With a ``fixed_hour`` each deadline
    is put off to it. ``days_off`` tells whether clocks rest on the days off of each player. After
    ``most_days_off`` of them in a row others play for the seat, as for an absent one; 0 means that
    nobody ever does.
    """

    clocks: Mapping[str, Clock] = field(default_factory=dict)
    night: tuple[int, int] | None = None
    weekend: bool = False
    absent_after: int = 3
    silence: str = ""
    fixed_hour: FixedHour | None = None
    days_off: bool = False
    most_days_off: int = 0

    @property
    def rests(self) -> bool:
        """Whether clocks rest at some hours, whatever days their players have off."""
        return self.night is not None or self.weekend

    def clock_for(self, name: str) -> Clock:
        """Return the clock for turns or for answers."""
        # Old tables named the clock for answers after the only answer there was then.
        if name == ANSWER and name not in self.clocks:
            name = "recapture"
        return self.clocks.get(name) or self.clocks[TURN]


def read_pace(data: Mapping[str, Any]) -> Pace:
    """Read a pace as it is stored: hours by kind of decision, ``{"turn": [72, 24, 168]}``."""
    clocks = {
        kind: Clock(*(timedelta(hours=hours) for hours in three))
        for kind, three in data["clocks"].items()
    }
    night = tuple(data["night"]) if data.get("night") else None
    return Pace(
        clocks,
        night,
        bool(data.get("weekend")),
        int(data.get("absent_after", 3)),
        data.get("silence", ""),
        _read_fixed_hour(data["fixed_hour"]) if data.get("fixed_hour") else None,
        bool(data.get("days_off")),
        int(data.get("most_days_off", 0)),
    )


def _read_fixed_hour(data: Mapping[str, Any]) -> FixedHour:
    return FixedHour(frozenset(data["days"]), data["hour"], ZoneInfo(data["zone"]))


PRESETS: Mapping[str, dict[str, Any]] = {
    "leisurely": {"clocks": {"turn": [72, 72, 72], "answer": [24, 24, 24]}, "absent_after": 3},
    "normal": {"clocks": {"turn": [24, 24, 24], "answer": [12, 12, 12]}, "absent_after": 3},
    "fast": {"clocks": {"turn": [8, 8, 8], "answer": [4, 4, 4]}, "absent_after": 3},
    "banked": {"clocks": {"turn": [72, 24, 168], "answer": [24, 24, 24]}, "absent_after": 3},
}


def due_at(
    opened_at: datetime, span: timedelta, pace: Pace, zone: ZoneInfo, days_off: DaysOff = NO_DAYS
) -> datetime:
    """Return the instant (UTC) when ``span`` of waking time has passed in the player's zone; at a
    table with a fixed hour the next one from then on, on none of the player's days off."""
    due = _end_of_span(opened_at, span, pace, zone, days_off)
    if pace.fixed_hour is None:
        return due
    moments = pace.fixed_hour.moments_from(due)
    return next(one for one in moments if one.astimezone(zone).date() not in days_off)


def handover_at(since: datetime, pace: Pace, zone: ZoneInfo, days_off: DaysOff) -> datetime | None:
    """Return the first moment from a day on at which a player has had more days off in a row than a
    table bears, and others play for them; None if that does not come. ``days_off`` hold those of
    as many days before."""
    if not pace.most_days_off:
        return None
    today = since.astimezone(zone).date()
    late = (day for day in sorted(days_off) if day >= today and _is_too_late(day, pace, days_off))
    day = next(late, None)
    if day is None:
        return None
    # At no hour of rest: others are not asked at night either.
    return _end_of_span(_utc_instant(day, 0, zone), timedelta(), pace, zone, NO_DAYS)


def _is_too_late(day: date, pace: Pace, days_off: DaysOff) -> bool:
    """Whether the days before a day off are off, too, as many as a table bears."""
    return all(day - number * DAY in days_off for number in range(1, pace.most_days_off + 1))


def _end_of_span(
    opened_at: datetime, span: timedelta, pace: Pace, zone: ZoneInfo, days_off: DaysOff
) -> datetime:
    if not pace.rests and not days_off:
        return opened_at + span
    for start, end in _waking_spans(opened_at, pace, zone, days_off):
        if end - start >= span:
            return start + span
        span -= end - start
    raise AssertionError("waking hours never end")


def waking_time_left(
    now: datetime, due: datetime, pace: Pace, zone: ZoneInfo, days_off: DaysOff = NO_DAYS
) -> timedelta:
    """Return the waking time between two instants; zero if ``due`` has passed."""
    if not pace.rests and not days_off:
        return max(due - now, timedelta())
    total = timedelta()
    for start, end in _waking_spans(now, pace, zone, days_off):
        if start >= due:
            return total
        total += min(end, due) - start
    raise AssertionError("waking hours never end")


def remind_at(
    opened_at: datetime, due: datetime, hours_before: Collection[int] = ()
) -> datetime | None:
    """Return the moment of the next reminder after ``opened_at``, None if none is to come.

    It is the next of some hours before the deadline; where none are chosen, the only one: a quarter
    of the time before the deadline, but at least three hours.
    """
    if hours_before:
        marks = (due - timedelta(hours=hours) for hours in hours_before)
        return min((mark for mark in marks if mark > opened_at), default=None)
    before = max((due - opened_at) / REMIND_PART, REMIND_LEAST)
    return due - before if due - before > opened_at else None


def _waking_spans(
    start: datetime, pace: Pace, zone: ZoneInfo, days_off: DaysOff
) -> Iterator[tuple[datetime, datetime]]:
    """Yield the stretches of waking time from ``start`` on, as UTC instants."""
    day = start.astimezone(zone).date() - DAY
    while True:
        awake = [] if day in days_off else _waking_spans_of_day(day, pace, zone)
        for begin, end in awake:
            # A night that begins at midnight leaves nothing of the day before it.
            if end > max(begin, start):
                yield max(begin, start), end
        day += DAY


def _waking_spans_of_day(day: date, pace: Pace, zone: ZoneInfo) -> list[tuple[datetime, datetime]]:
    """Return the waking stretches of one local day."""
    if pace.weekend and day.weekday() >= SATURDAY:
        return []
    whole = (_utc_instant(day, 0, zone), _utc_instant(day + DAY, 0, zone))
    if pace.night is None:
        return [whole]
    sleep, wake = pace.night
    if sleep < wake:
        return [
            (whole[0], _utc_instant(day, sleep, zone)),
            (_utc_instant(day, wake, zone), whole[1]),
        ]
    return [(_utc_instant(day, wake, zone), _utc_instant(day, sleep, zone))]


def _utc_instant(day: date, hour: int, zone: ZoneInfo) -> datetime:
    # Converted from local time, since days on which clocks change are shorter or longer.
    return datetime.combine(day, time(hour), zone).astimezone(UTC)
