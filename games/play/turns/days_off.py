"""Days off that are taken or given back: the deadlines of their person move."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from datetime import date, datetime, timedelta

from django.db import transaction

from accounts.models import Person
from games.models import Decision, Game, Seat
from games.play import clock, days_off, decisions, notices, store

DAY = timedelta(days=1)
BY_ITSELF = 7  # days
VACATION = days_off.Kind.VACATION


def take_days_off(
    person: Person,
    kind: str,
    first: date,
    last: date,
    *,
    now: datetime,
    ends_by_turn: bool = False,
) -> None:
    """Take the days from the first to the last one off, perhaps until an hour after a turn on one
    of them; deadlines are put off.

    :raises days_off.DaysRefused: if there are not as many left, or they cannot be taken.
    """
    days = [first + number * DAY for number in range((last - first).days + 1)]
    with _moving_deadlines(person, now) as locked:
        today = _today(locked, now)
        days_off.store_days_off(locked, kind, days, today=today, ends_by_turn=ends_by_turn)


def return_days_off(person: Person, first: date, last: date, *, now: datetime) -> None:
    """Give the days back that have not begun; deadlines that they had put off come back, too, but
    at least a day is left."""
    with _moving_deadlines(person, now) as locked:
        days_off.drop_days_off(locked, first, last, today=_today(locked, now))
        _look_again_at_seats(locked, now)


def end_by_turn(person_id: int, *, now: datetime) -> None:
    """Give back what is left of the days off of a person who has played a turn an hour ago."""
    person = Person.objects.get(pk=person_id)
    with _moving_deadlines(person, now) as locked:
        days_off.drop_ended(locked, today=_today(locked, now), now=now)
        _look_again_at_seats(locked, now)


def _look_again_at_seats(person: Person, now: datetime) -> None:
    """Let a tick ask at once how long others play for a person who has given days back."""
    seats_left = Seat.objects.filter(person=person, absent_until__gt=now)
    seats_left.update(absent_until=now)


def begin_vacation(decision_id: int, *, now: datetime) -> bool:
    """Begin the vacation of a person whose time is up, if they want that once and have days left;
    return whether it has begun. Silence, which comes next, then puts the deadline off."""
    person = _find_late_player(decision_id, now)
    if person is None:
        return False
    with _moving_deadlines(person, now) as locked:
        today = _today(locked, now)
        days = min(BY_ITSELF, days_off.days_left(locked, today.year)[VACATION])
        # Asked again under the lock: another decision of theirs may have come first. Who has had
        # more days off than a table bears is on vacation already.
        if not locked.vacation_by_itself or days < 1 or days_off.resting_until(locked, now):
            return False
        locked.vacation_by_itself = False
        locked.save(update_fields=["vacation_by_itself"])
        # Days of the next year count for that one, and may all be taken already.
        ahead = (today + number * DAY for number in range(days))
        wanted = [day for day in ahead if day.year == today.year]
        days_off.store_days_off(locked, VACATION, wanted, today=today)
        notices.notify_vacation(locked, decision_id, now=now)
    return True


def _find_late_player(decision_id: int, now: datetime) -> Person | None:
    """Return whose time for a decision is up, if they want their vacation to begin by that."""
    late = decisions.overdue_decisions(now).filter(
        pk=decision_id,
        seat__stand_in=None,
        seat__is_absent=False,
        seat__person__vacation_by_itself=True,
        game__status=Game.Status.RUNNING,
        game__pace__days_off=True,
        # What was said ahead and waits for its delay is played instead.
        seat__conditional_turns__plays_at=None,
    )
    decision = late.select_related("seat__person").first()
    return decision.seat.person if decision else None


def _today(person: Person, now: datetime) -> date:
    return now.astimezone(person.zone).date()


@contextmanager
def _moving_deadlines(person: Person, now: datetime) -> Iterator[Person]:
    """Give a person whose row is locked; then move what they are asked by their days off."""
    with transaction.atomic():
        # Games are locked before people, as by every turn, and in the order of their ids.
        for pk in _games_to_lock(person):
            store.lock_game(pk)
        locked = Person.objects.lock_person(person.pk, no_key=True)
        decisions.keep_time_left(locked, _heeding_seats(locked), now=now)
        moves = [_prepare_move(decision, locked, now) for decision in _open_decisions(locked)]
        yield locked
        for move in moves:
            move()
    person.last_day_off = locked.last_day_off


def _open_decisions(person: Person) -> Iterable[Decision]:
    """Select what a person is asked themselves at tables that heed days off."""
    # The seats are found first: asked in one, all open decisions of the site may be looked through.
    asked = Decision.objects.filter(closed_at=None, seat__in=_heeding_seats(person))
    return asked.select_related("seat__game", "seat__person", "game")


def _heeding_seats(person: Person) -> list[int]:
    """Return the seats that a person plays themselves at tables that heed days off."""
    seats = Seat.objects.filter(
        person=person, stand_in=None, place=None,
        game__status=Game.Status.RUNNING, game__pace__days_off=True,
    )  # fmt: skip
    return list(seats.values_list("pk", flat=True))


def _games_to_lock(person: Person) -> list[int]:
    return sorted({decision.game_id for decision in _open_decisions(person)})


def _prepare_move(decision: Decision, person: Person, now: datetime) -> Callable[[], None]:
    """Measure the time that is left by the days off of now; return what moves the deadline once
    they are others."""
    pace, start = decisions.pace_of(decision.game), decision.game.paused_at or now
    before = decisions.days_at_rest(person, pace, start)
    left = clock.waking_time_left(start, decision.due_at, pace, person.zone, before)

    def move() -> None:
        after = decisions.days_at_rest(person, pace, start)
        due = clock.due_at(start, left, pace, person.zone, after)
        if after < before:
            least = decisions.leave_day(due, pace, person, after, now=now)
            due = max(due, min(decision.due_at, least))
        # What is due already stays so.
        if decision.due_at > start and due != decision.due_at:
            decisions.move_deadline(decision, due, now=now)
        decisions.note_handover(decision, after, since=start)

    return move
