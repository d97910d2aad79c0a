"""What is wrong with the letters and notices of a year: found from its record, and from what its
readers have chosen, by nothing of the site."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import datetime, timedelta

from tests.simulated_year.deadlines import Check, is_paused
from tests.simulated_year.record import Asked, Deadline, Reader, Record, Sent
from tests.simulated_year.rests import HOUR, is_in_hours, local_time

QUARTER = timedelta(minutes=15)
SOON = timedelta(minutes=4)  # a tick, and two minutes while its reader looks at the game
MOMENT = timedelta(minutes=1)
MARGIN = timedelta(hours=2)  # so much time a digest leaves for an answer
LEAST = timedelta(hours=3)  # before a deadline, a reminder that nobody has chosen
QUESTIONS = ("decision", "reminder")
TRIED_AGAIN = timedelta(hours=7)  # after six hours at most, and a tenth


def find_by_wrong_channel(record: Record) -> Iterator[str]:
    """Find what came to somebody by a way that is not theirs, and what did not come at all."""
    yield from _compare_letters(record)
    yield from _compare_posts(record)
    ways: dict[tuple[int, str], list[Sent]] = defaultdict(list)
    for row in record.sent:
        if row.person in record.people:
            ways[row.person, row.name.partition("#")[0]].append(row)
    for (person, name), rows in ways.items():
        reader, used = record.people[person], {row.channel for row in rows}
        # What one channel fails to carry for ten minutes goes to the next one.
        passed_on = reader.in_turn and any(_is_hindered(record, row) for row in rows)
        if used != ways_of(reader) and not passed_on:
            yield f"channel: {name} took other ways to {reader.name} than they have: {used}"


def ways_of(reader: Reader) -> set[int | None]:
    """Return by which channels a reader wants to hear of things, None for letters: by all, or by
    the first that they have."""
    ways: set[int | None] = {*reader.channels, *([None] if reader.letters else [])}
    if not reader.in_turn or not ways:
        return ways
    order = [number or None for number in (*reader.in_turn, *sorted(reader.channels))]
    return set([way for way in order if way in ways][:1])


def _is_hindered(record: Record, row: Sent) -> bool:
    """Whether what was to carry something, the mail server or channels, was out of order when it
    was to leave, or so shortly before it did that it was not tried again yet."""
    last = row.sent or record.end
    return any(
        one.begin <= last and (one.end or last) + TRIED_AGAIN >= row.created
        for one in record.outages.get("letters" if row.channel is None else "channels", ())
    )


def _compare_letters(record: Record) -> Iterator[str]:
    """Compare the letters that have come with those that are called sent."""
    came = Counter((one.name, one.to) for one in record.letters)
    for (name, to), times in came.items():
        if times > 1:
            yield f"channel: {name} came {times} times to {to}"
    sent = {(letter[0].message, _address(record, letter[0])) for letter in list_letters(record)}
    for name, to in sorted(came.keys() - sent):
        yield f"channel: {name} came to {to} from nowhere"
    for name, to in sorted(sent - came.keys()):
        yield f"channel: {name} is called sent and never came to {to}"


def _address(record: Record, row: Sent) -> str:
    return record.people[row.person].address if row.person in record.people else ""


def _compare_posts(record: Record) -> Iterator[str]:
    """Compare what has come to channels with what is called sent."""
    came = Counter(path for _at, path in record.posts)
    paths = {pk: path for reader in record.people.values() for pk, path in reader.channels.items()}
    told = (row for row in record.sent if row.channel is not None and row.status == "sent")
    sent = Counter(paths.get(row.channel or 0, "nowhere") for row in told)
    for path in sorted(came.keys() | sent.keys()):
        if came[path] != sent[path]:
            yield f"channel: {path} was told {came[path]} times, and {sent[path]} are called sent"


def list_letters(record: Record) -> list[list[Sent]]:
    """Return the letters that were sent, each with all that it tells, in their order."""
    letters: dict[tuple[object, ...], list[Sent]] = defaultdict(list)
    for row in record.sent:
        if row.status == "sent" and row.channel is None:
            own = () if row.gathered else (row.key,)
            letters[row.person, row.sent, *own].append(row)
    return [
        sorted(rows, key=lambda row: row.key)
        for _key, rows in sorted(
            letters.items(), key=lambda item: (item[1][0].sent, item[1][0].key)
        )
    ]


def find_unwanted(record: Record) -> Iterator[str]:
    """Find what was told of a topic of which its reader wants to hear nothing at all, and
    reminders of those who want none."""
    for row, reader in _of_readers(record):
        if row.topic and reader.manners[row.topic] == "never":
            yield f"manner: {reader.name} wants to hear nothing of {row.name}"
        if row.kind == "reminder" and not reader.reminders and row.status == "sent":
            yield f"manner: {reader.name} wants no reminders, and got {row.name}"


def _of_readers(record: Record) -> Iterator[tuple[Sent, Reader]]:
    for row in record.sent:
        if row.person in record.people:
            yield row, record.people[row.person]


def find_at_wrong_time(record: Record) -> Iterator[str]:
    """Find what left before or after its reader wanted it: outside of digests, before the time
    runs out, or late for no reason of theirs."""
    letters = _times_of_letters(record)
    for row, reader in _of_readers(record):
        if row.status != "sent" or row.sent is None:
            continue
        wanted = wanted_at(record, row, reader)
        if row.sent < wanted and not _is_released(record, row):
            yield f"manner: {row.name} left {row.sent} for {reader.name}, and not {wanted}"
        excused = _is_held(record, row, reader, wanted, letters)
        if row.sent > wanted + SOON and not excused:
            yield f"manner: {row.name} left only {row.sent} for {reader.name}, wanted {wanted}"
        if row.kind == "decision" and reader.manners[row.topic] == "near":
            yield from _find_too_soon(record, row, reader)


def wanted_at(record: Record, row: Sent, reader: Reader) -> datetime:
    """Return from when on a reader wants what was told at a moment: after their quiet hours, and in
    their next digest where they want it so and that leaves time to answer."""
    asked = record.asked.get(row.about or 0) if row.kind in QUESTIONS else None
    due = due_at(asked, row.created) if asked else None
    begin = row.created
    quiet = end_of_quiet(begin, reader)
    if quiet and not (due and due <= quiet and reader.urgent_breaks_quiet):
        begin = quiet
    # Channels know no digest, and a reminder comes when it is due.
    is_at_once = row.channel is not None or not row.topic or row.kind == "reminder"
    if is_at_once or reader.manners[row.topic] != "digest":
        return begin
    digest = next_digest(begin, reader)
    digest = end_of_quiet(digest, reader) or digest
    return begin if due and due < digest + MARGIN else digest


def due_at(asked: Asked, moment: datetime) -> datetime:
    """Return the deadline of a decision as it was at a moment."""
    return _deadline_at(asked, moment).due


def _deadline_at(asked: Asked, moment: datetime) -> Deadline:
    known = [one for one in asked.deadlines if one.at <= moment]
    return known[-1] if known else asked.deadlines[0]


def end_of_quiet(moment: datetime, reader: Reader) -> datetime | None:
    """Return when the quiet hours end in which a moment lies, None if it lies in none."""
    if reader.quiet is None or not is_quiet(moment, reader):
        return None
    at = moment.replace(minute=moment.minute // 15 * 15, second=0, microsecond=0) + QUARTER
    while is_quiet(at, reader):
        at += QUARTER
    return at


def is_quiet(moment: datetime, reader: Reader) -> bool:
    """Whether a reader wants no letters at a moment."""
    if reader.quiet is None:
        return False
    return is_in_hours(local_time(moment, reader.zone).hour, reader.quiet)


def next_digest(moment: datetime, reader: Reader) -> datetime:
    """Return when the next hour of a digest begins, which may be now."""
    at = moment.replace(minute=moment.minute // 15 * 15, second=0, microsecond=0)
    at += timedelta() if at == moment else QUARTER
    while not _is_digest(at, reader):
        at += QUARTER
    return at


def _is_digest(at: datetime, reader: Reader) -> bool:
    """Whether an hour of digests begins, or has been put forward over."""
    local, before = local_time(at, reader.zone), local_time(at - QUARTER, reader.zone)
    begins = local.hour in reader.digest_hours and local.minute == 0
    forward = (local.utcoffset() or timedelta()) > (before.utcoffset() or timedelta())
    skipped = forward and any(_lies_between(hour, before, local) for hour in reader.digest_hours)
    return begins or skipped


def _lies_between(hour: int, before: datetime, local: datetime) -> bool:
    return before.hour * 60 + before.minute < hour * 60 < local.hour * 60 + local.minute


def _is_released(record: Record, row: Sent) -> bool:
    """Whether a letter about a decision has left in place of a reminder that was due."""
    asked = record.asked.get(row.about or 0)
    if row.kind != "decision" or asked is None or row.sent is None:
        return False
    marks = (one.remind for one in asked.deadlines if one.at < row.sent)
    soon = timedelta.max if _is_hindered(record, row) else SOON
    return any(mark and mark <= row.sent and row.sent - mark <= soon for mark in marks)


def _is_held(
    record: Record,
    row: Sent,
    reader: Reader,
    wanted: datetime,
    letters: dict[int, list[datetime]],
) -> bool:
    """Whether there is a reason of its reader, or of its game, that something left late: they had
    had as many letters as they want in an hour, or the game was paused; or that the channel before
    it in their order failed to carry it."""
    assert row.sent
    ways = [row] if row.channel is None or not reader.in_turn else [row, replace(row, channel=None)]
    if any(_is_hindered(record, way) for way in ways):
        return True
    paused = record.pauses.get(row.game or 0, ())
    if any(span.begin <= row.sent and (span.end or row.sent) + SOON >= wanted for span in paused):
        return True
    if reader.most_an_hour is None or row.channel is not None or row.person is None:
        return False
    times = [at for at in letters[row.person] if wanted - HOUR < at < row.sent]
    return len(times) >= reader.most_an_hour


def _find_too_soon(record: Record, row: Sent, reader: Reader) -> Iterator[str]:
    """Find a letter that came long before the time ran out, to whom wants it then alone."""
    asked = record.asked.get(row.about or 0)
    if asked is None:
        return
    due, opened = due_at(asked, row.created), asked.opened
    marks = [hours * HOUR for hours in reader.reminder_hours]
    marks = marks or [max((due - opened) / 4, LEAST)]
    has_reminder = any(due - mark > opened for mark in marks)
    if has_reminder and row.created + SOON < due - max(mark for mark in marks):
        yield f"manner: {row.name} came to {reader.name} long before {due}"


def find_in_quiet_hours(record: Record) -> Iterator[str]:
    """Find what left in quiet hours of its reader, and could have waited."""
    for row, reader in _of_readers(record):
        if row.status != "sent" or row.sent is None or not is_quiet(row.sent, reader):
            continue
        if is_quiet(row.sent - MOMENT, reader) and not _breaks_through(record, row, reader):
            yield f"quiet: {row.name} left {row.sent} in quiet hours of {reader.name}"


def _breaks_through(record: Record, row: Sent, reader: Reader) -> bool:
    """Whether something asks for what runs out before the quiet hours end, to a reader who wants to
    hear of that."""
    asked = record.asked.get(row.about or 0)
    if row.kind not in QUESTIONS or asked is None or not reader.urgent_breaks_quiet:
        return False
    quiet = end_of_quiet(row.created, reader)
    return quiet is not None and due_at(asked, row.created) <= quiet


def find_too_many(record: Record) -> Iterator[str]:
    """Find letters beyond those that their reader wants in an hour, unless they were urgent."""
    times: dict[int, list[datetime]] = defaultdict(list)
    for letter in list_letters(record):
        person, at = letter[0].person, letter[0].sent
        reader = record.people.get(person or 0)
        if reader is None or at is None or person is None:
            continue
        lately = [one for one in times[person] if one > at - HOUR]
        most = reader.most_an_hour
        if most is not None and len(lately) >= most:
            until = lately[-most] + HOUR
            if not any(_cannot_wait(record, row, reader, until) for row in letter):
                yield f"cap: {reader.name} got a letter {at} beyond {most} an hour"
        times[person].append(at)


def _cannot_wait(record: Record, row: Sent, reader: Reader, until: datetime) -> bool:
    """Whether something would leave too little time to answer, or is told in no digest."""
    asked = record.asked.get(row.about or 0)
    if row.kind in (*QUESTIONS, "nudge") and asked:
        later = end_of_quiet(until, reader) or until
        assert row.sent
        return due_at(asked, row.sent) < later + MARGIN
    return row.kind == "intervention"


def _times_of_letters(record: Record) -> dict[int, list[datetime]]:
    times: dict[int, list[datetime]] = defaultdict(list)
    for letter in list_letters(record):
        if letter[0].person is not None and letter[0].sent is not None:
            times[letter[0].person].append(letter[0].sent)
    return times


def find_lost(record: Record) -> Iterator[str]:
    """Find what was asked and never told, though its reader wanted it and there was time, and what
    waits in the outbox for nothing."""
    rows: dict[int, list[Sent]] = defaultdict(list)
    for row in record.sent:
        if row.about is not None and row.kind in QUESTIONS:
            rows[row.about].append(row)
        yield from _find_left(record, row)
    for one in record.asked.values():
        if reader := _must_be_told(record, one):
            yield from _find_untold(record, one, reader, rows[one.key])


def _find_left(record: Record, row: Sent) -> Iterator[str]:
    if row.status == "dead":
        yield f"lost: {row.name} is dead"
    waits = row.status == "waiting" and row.next_at + SOON < record.end
    if waits and not is_paused(record, row.game or 0, record.end):
        yield f"lost: {row.name} waits since {row.next_at}"


def _must_be_told(record: Record, one: Asked) -> Reader | None:
    """Return who must be told of a decision, None if nobody wants to be or can."""
    reader = record.people.get(one.person or 0)
    absent = any(span.holds(one.opened) for span in record.absences.get(one.seat, ()))
    if reader is None or one.by_house or absent or reader.manners[one.pace] == "never":
        return None
    return reader if reader.letters or reader.channels else None


def _find_untold(record: Record, one: Asked, reader: Reader, rows: list[Sent]) -> Iterator[str]:
    """Find a decision of which its player heard nothing while it was open."""
    told = [row for row in rows if row.sent and (one.closed is None or row.sent <= one.closed)]
    closed = one.closed or record.end
    if not rows and reader.manners[one.pace] != "near" and closed > one.opened + SOON:
        yield f"lost: {reader.name} was never told of decision {one.key}"
    if not told and one.closed_by == "silence" and _had_time(record, one, reader, rows):
        yield f"lost: silence answered decision {one.key}, of which {reader.name} heard nothing"
    for row in rows:
        wanted = wanted_at(record, row, reader)
        is_dropped = row.status == "withdrawn" and closed > wanted + SOON
        is_dropped = is_dropped and not _is_hindered(record, replace(row, sent=closed))
        if is_dropped and not (_is_held_back(row, reader) or is_paused(record, one.game, wanted)):
            yield f"lost: {row.name} was wanted {wanted} and withdrawn, closed {closed}"


def _is_held_back(row: Sent, reader: Reader) -> bool:
    """Whether a letter can have waited for others of the same hour."""
    return row.channel is None and reader.most_an_hour is not None


def _had_time(record: Record, one: Asked, reader: Reader, rows: Iterable[Sent]) -> bool:
    """Whether there was a moment at which a reader wanted to hear of a decision before its end."""
    assert one.closed
    if reader.manners[one.pace] == "near" and not rows:
        return any(
            deadline.remind
            and (end_of_quiet(deadline.remind, reader) or deadline.remind) < one.closed - SOON
            for deadline in one.deadlines
        )
    return any(wanted_at(record, row, reader) + SOON < one.closed for row in rows)


def find_repeated(record: Record) -> Iterator[str]:
    """Find what was told twice by one way."""
    names = Counter((row.name, row.channel) for row in record.sent)
    for (name, _channel), times in names.items():
        if times > 1:
            yield f"twice: {name} was told {times} times"


CHECKS: tuple[Check, ...] = (
    find_by_wrong_channel,
    find_unwanted,
    find_at_wrong_time,
    find_in_quiet_hours,
    find_too_many,
    find_lost,
    find_repeated,
)
