"""What is wrong with the deadlines of a year, found from its record alone."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from datetime import date, datetime, timedelta
from typing import Any, TypeAlias

from tests.simulated_year import rests
from tests.simulated_year.record import Asked, Deadline, Record
from tests.simulated_year.rests import DAY, HOUR, IsOff

GRACE = timedelta(days=3)  # a letter that has not left holds a deadline for no longer
LATE = timedelta(minutes=10)
FEW = timedelta(seconds=1)
Check: TypeAlias = Callable[[Record], Iterator[str]]


def days_off_of(record: Record, person: int | None) -> IsOff:
    """Return by what a day of a person is off, as it was known at a moment."""

    def is_off(day: date, at: datetime) -> bool:
        spans = record.days_off.get((person or 0, day), ())
        return any(span.holds(at) for span in spans)

    return is_off


def known_at(is_off: IsOff, moment: datetime) -> IsOff:
    """Return which days were off as it was known at one moment."""
    return lambda day, at: is_off(day, moment)


def of_people(record: Record) -> Iterator[Asked]:
    """Yield what was asked of people, whose seats no house player has played meanwhile."""
    return (one for one in record.asked.values() if one.person and not one.by_house)


def is_paused(record: Record, game: int, moment: datetime) -> bool:
    """Whether a game was paused at a moment."""
    return any(span.holds(moment) for span in record.pauses.get(game, ()))


def find_early(record: Record) -> Iterator[str]:
    """Find what silence has answered before its deadline, or before its letter had left."""
    for one in _silenced(record):
        assert one.closed
        due = one.deadlines[-1].due
        if one.closed < due:
            yield f"early: decision {one.key} was due {due} and answered by silence {one.closed}"
        if one.told is None and one.closed < due + GRACE:
            yield f"early: decision {one.key} was answered by silence before its letter had left"


def find_short(record: Record) -> Iterator[str]:
    """Find what silence has answered before the clock had run as long as the table promises."""
    promised = _promised_spans(record)
    for one in _silenced(record):
        assert one.person
        span, pace = promised[one.key], record.paces[one.game]
        is_off, zone = days_off_of(record, one.person), record.people[one.person].zone
        if _is_taken_back(record, one):
            span, pace = DAY, {}  # what was left, and at least a day
        run = sum(
            (rests.time_run(begin, end, pace, zone, is_off) for begin, end in _times(record, one)),
            timedelta(),
        )
        if run + FEW < span:
            yield f"short: the clock of decision {one.key} had run for {run} of {span}"


def _silenced(record: Record) -> list[Asked]:
    return [one for one in record.asked.values() if one.closed_by == "silence"]


def _times(record: Record, one: Asked) -> Iterator[tuple[datetime, datetime]]:
    """Yield the times between when a decision was asked and closed at which its game was not
    paused."""
    assert one.closed
    begin = one.opened
    for span in record.pauses.get(one.game, ()):
        if span.begin < one.closed and (span.end or one.closed) > begin:
            yield begin, span.begin
            begin = span.end or one.closed
    yield begin, one.closed


def find_wrong(record: Record) -> Iterator[str]:
    """Find deadlines that were set at another moment than the table of clocks says."""
    promised = _promised_spans(record)
    for one in of_people(record):
        if not one.deadlines or _is_taken_back(record, one):
            continue
        due, wanted = one.deadlines[0].due, _first_deadline(record, one, promised[one.key])
        if abs(due - wanted) > FEW:
            yield f"wrong: decision {one.key} was due {due} and not {wanted}"


def _first_deadline(record: Record, one: Asked, span: timedelta) -> datetime:
    assert one.person
    pace, zone = record.paces[one.game], record.people[one.person].zone
    is_off = known_at(days_off_of(record, one.person), one.opened)
    due = rests.end_of_span(one.opened, span, pace, zone, is_off)
    if fixed := pace.get("fixed_hour"):
        heeds = bool(pace.get("days_off"))
        return rests.next_fixed_hour(
            due,
            fixed,
            lambda at: heeds and is_off(rests.local_time(at, zone).date(), at),
        )
    return due


def _promised_spans(record: Record) -> dict[int, timedelta]:
    """Return for each decision how long its clock runs."""
    last: dict[tuple[int, str], Asked] = {}
    spans = {}
    for one in sorted(record.asked.values(), key=lambda one: one.key):
        before = last.get((one.seat, one.kind))
        spans[one.key] = _promised_span(record, one, before)
        last[one.seat, one.kind] = one
    return spans


def _promised_span(record: Record, one: Asked, before: Asked | None) -> timedelta:
    """Return the time for a decision: what the table gives at first, or what was left over of the
    one before it."""
    pace = record.paces[one.game]
    base, more, most = (hours * HOUR for hours in _clock_of(pace, one))
    is_again = before is not None and _goes_on(record, before, one)
    is_flat = base == more == most or bool(pace.get("fixed_hour"))
    if before is None or (is_flat and not is_again):
        return min(base, most)
    left = _time_left(record, before)
    return max(left, base / 4) if is_again else min(left + more, most)


def _goes_on(record: Record, before: Asked, one: Asked) -> bool:
    """Whether a turn goes on that was interrupted; one that was taken back itself, or that follows
    one that was, is asked as a new one."""
    is_same = before.number == one.number and one.pace == "turn"
    taken_back = record.taken_back.get(one.game, ())
    return is_same and not any((before.closed or at) <= at <= one.opened for at in taken_back)


def _clock_of(pace: dict[str, Any], one: Asked) -> list[int]:
    clocks = pace["clocks"]
    found: list[int] = clocks.get(one.pace, clocks["turn"])
    return found


def _time_left(record: Record, one: Asked) -> timedelta:
    if one.closed is None or one.person is None:
        return timedelta()
    is_off = known_at(days_off_of(record, one.person), one.closed)
    pace, zone = record.paces[one.game], record.people[one.person].zone
    return rests.time_run(one.closed, one.deadlines[-1].due, pace, zone, is_off)


def _is_taken_back(record: Record, one: Asked) -> bool:
    """Whether a decision was asked again since the turn was taken back."""
    return one.opened in record.taken_back.get(one.game, ())


def find_twice(record: Record) -> Iterator[str]:
    """Find what was resolved twice, and silences that nothing has asked for."""
    for one in record.asked.values():
        if one.closings > 1:
            yield f"twice: decision {one.key} was closed {one.closings} times"
    played = Counter((seat, at) for seat, times in record.silences.items() for at in times)
    closed = Counter((one.seat, one.closed) for one in _silenced(record) if one.closed)
    for (seat, at), number in sorted((played - closed).items()):
        yield f"twice: silence has played {number} times too often for seat {seat} at {at}"
    for (seat, at), number in sorted((closed - played).items()):
        yield f"twice: silence has played {number} times too seldom for seat {seat} at {at}"


def find_unprotected(record: Record) -> Iterator[str]:
    """Find deadlines within hours that the table protects, or on days off that it heeds, and
    silences on such days."""
    for one in of_people(record):
        for deadline in one.deadlines:
            if reason := _protection_of(record, one, deadline):
                yield f"unprotected: decision {one.key} was due {deadline.due}, {reason}"
        if one.closed_by == "silence" and one.closed and _is_day_off(record, one, one.closed):
            yield f"unprotected: decision {one.key} was answered by silence on a day off"


def _protection_of(record: Record, one: Asked, deadline: Deadline) -> str:
    """Return why a deadline must not be when it is, "" if it may."""
    assert one.person
    pace, zone = record.paces[one.game], record.people[one.person].zone
    if deadline.due <= deadline.at or is_paused(record, one.game, deadline.at):
        return ""  # what is due already stays so, and what is paused is set again
    if fixed := pace.get("fixed_hour"):
        if not rests.is_fixed_hour(deadline.due, fixed):
            return "which is no fixed hour"
    elif _is_within(deadline.due, lambda at: rests.rests_at_hours(at, pace, zone)):
        return "in hours of rest"
    heeds = _is_within(deadline.due, lambda at: _is_day_off(record, one, at, deadline.at))
    return "on a day off" if heeds else ""


def _is_within(moment: datetime, rest: Callable[[datetime], bool]) -> bool:
    """Whether a moment lies within a rest, and not at its very beginning."""
    return rest(moment) and rest(moment - timedelta(microseconds=1))


def _is_day_off(record: Record, one: Asked, at: datetime, known: datetime | None = None) -> bool:
    assert one.person
    if not record.paces[one.game].get("days_off"):
        return False
    day = rests.local_time(at, record.people[one.person].zone).date()
    return days_off_of(record, one.person)(day, known or at)


def find_stuck(record: Record) -> Iterator[str]:
    """Find what nobody has answered long after its deadline, and silences that came late."""
    for one in of_people(record):
        due = one.deadlines[-1].due
        held = one.told is None
        is_long_due = due + (GRACE if held else timedelta()) + LATE < record.end
        if one.closed is None and is_long_due and not is_paused(record, one.game, record.end):
            yield f"stuck: decision {one.key} was due {due} and is open"
        if one.closed_by == "silence" and one.closed and not held:
            since = max(due, *(deadline.at for deadline in one.deadlines), one.told or due)
            if one.closed > since + LATE:
                yield f"stuck: decision {one.key} was due {due} and closed {one.closed}"


CHECKS: tuple[Check, ...] = (
    find_early,
    find_short,
    find_wrong,
    find_twice,
    find_unprotected,
    find_stuck,
)


def count_by_closing(record: Record) -> dict[str, int]:
    """Return how many decisions were closed in which way."""
    counts: dict[str, int] = defaultdict(int)
    for one in record.asked.values():
        counts[one.closed_by or "open"] += 1
    return dict(counts)
