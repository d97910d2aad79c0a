"""The days off of people: on which their clocks rest at tables that heed them (docs/clocks.md)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta

from django.conf import settings
from django.db.models import Count, Max
from django.utils.translation import gettext as _

from accounts.models import Person
from games.models import DayOff

DAY = timedelta(days=1)
NONE: frozenset[date] = frozenset()
AHEAD = timedelta(days=366)
ENDS_AFTER = timedelta(hours=1)  # time to say otherwise
ENDED = 100  # at each tick
Kind = DayOff.Kind


@dataclass(frozen=True, slots=True)
class Stretch:
    """Days off of one kind in a row, which end by a turn perhaps."""

    kind: str
    first: date
    last: date
    ends_by_turn: bool = False

    def is_followed_by(self, day_off: DayOff) -> bool:
        """Whether a day off goes on with these."""
        is_next = self.back == day_off.day and self.kind == day_off.kind
        return is_next and self.ends_by_turn == day_off.ends_by_turn

    @property
    def back(self) -> date:
        """The day after the last one."""
        return self.last + DAY

    @property
    def label(self) -> str:
        return str(Kind(self.kind).label)


class DaysRefused(Exception):
    """Why days cannot be taken off, in one sentence."""


def find_days_off(person: Person, since: datetime, *, before: int = 0) -> frozenset[date]:
    """Return the days off of a person from an instant on, and of some days ``before``, if there are
    any to come."""
    first = since.astimezone(person.zone).date()
    # Most people have none, or had them long ago: that saves each turn a query.
    if person.last_day_off is None or person.last_day_off < first:
        return NONE
    days = DayOff.objects.filter(person=person, day__gte=first - before * DAY)
    return frozenset(days.values_list("day", flat=True))


def resting_until(person: Person, now: datetime) -> date | None:
    """Return the day on which the clocks of a person run again, None if they run today."""
    day = today = now.astimezone(person.zone).date()
    days = find_days_off(person, now)
    while day in days:
        day += DAY
    return day if day > today else None


def days_allowed(kind: str) -> int:
    """Return how many days of a kind a person may take each year."""
    return settings.VACATION_DAYS if kind == Kind.VACATION else settings.HOLIDAYS


def days_left(person: Person, year: int) -> Mapping[str, int]:
    """Return how many days of each kind a person may still take in a year."""
    taken = DayOff.objects.filter(person=person, day__year=year)
    counts = dict(taken.values_list("kind").annotate(Count("pk")))
    return {kind: days_allowed(kind) - counts.get(kind, 0) for kind in Kind.values}


def list_stretches(person: Person, first: date) -> list[Stretch]:
    """Return the days off of a person from a day on, those in a row as one."""
    stretches: list[Stretch] = []
    for day_off in DayOff.objects.filter(person=person, day__gte=first).order_by("day"):
        before = stretches[-1] if stretches else None
        if before and before.is_followed_by(day_off):
            stretches[-1] = replace(before, last=day_off.day)
        else:
            day = day_off.day
            stretches.append(Stretch(day_off.kind, day, day, day_off.ends_by_turn))
    return stretches


def store_days_off(
    person: Person,
    kind: str,
    days: Iterable[date],
    *,
    today: date,
    ends_by_turn: bool = False,
) -> None:
    """Store days off, perhaps some that end an hour after a turn; those that are off already stay
    what they are. The caller holds the lock on the person, so that nobody takes more than there
    are.

    :raises DaysRefused: if they lie before today or too far ahead, or are more than there are.
    """
    wanted = set(days)
    if min(wanted) < today:
        raise DaysRefused(_("Days off begin today or later."))
    if max(wanted) > today + AHEAD:
        raise DaysRefused(_("Days off can be taken a year ahead."))
    known = DayOff.objects.filter(person=person, day__in=wanted).values_list("day", flat=True)
    new = sorted(wanted.difference(known))
    for year in {day.year for day in new}:
        _check_year(person, kind, year, sum(day.year == year for day in new))
    DayOff.objects.bulk_create(
        DayOff(person=person, kind=kind, day=day, ends_by_turn=ends_by_turn) for day in new
    )
    _note_last_day(person)


def _check_year(person: Person, kind: str, year: int, wanted: int) -> None:
    left = days_left(person, year)[kind]
    if wanted <= left:
        return
    words = (
        _("You have %(left)s days of vacation left in %(year)s, and this takes %(wanted)s.")
        if kind == Kind.VACATION
        else _("You have %(left)s days off left in %(year)s, and this takes %(wanted)s.")
    )
    raise DaysRefused(words % {"left": left, "year": year, "wanted": wanted})


def drop_days_off(person: Person, first: date, last: date, *, today: date) -> None:
    """Give days back that have not begun; the caller holds the lock on the person."""
    later = DayOff.objects.filter(person=person, day__gt=today)
    later.filter(day__gte=first, day__lte=last).delete()
    _note_last_day(person)


def note_turn(person: Person, now: datetime) -> None:
    """Let the days off of a person who has played a turn end an hour later, if they want that."""
    today = now.astimezone(person.zone).date()
    # Nearly nobody plays on a day off: that saves each turn a query.
    if person.last_day_off is None or person.last_day_off <= today:
        return
    back = resting_until(person, now)
    if back is not None:
        days = DayOff.objects.filter(person=person, ends_by_turn=True, ends_at=None)
        days.filter(day__gt=today, day__lt=back).update(ends_at=now + ENDS_AFTER)


def list_ended(now: datetime) -> list[int]:
    """Return the people whose days off are to end since they have played a turn."""
    due = DayOff.objects.filter(ends_at__lte=now).order_by("ends_at")
    return list(dict.fromkeys(due.values_list("person", flat=True)[:ENDED]))


def drop_ended(person: Person, *, today: date, now: datetime) -> None:
    """Give back the days that have not begun and are to end since a turn was played; the caller
    holds the lock on the person."""
    ended = DayOff.objects.filter(person=person, ends_at__lte=now)
    ended.filter(day__gt=today).delete()
    ended.update(ends_at=None)
    _note_last_day(person)


def _note_last_day(person: Person) -> None:
    last = DayOff.objects.filter(person=person).aggregate(last=Max("day"))["last"]
    person.last_day_off = last
    person.save(update_fields=["last_day_off"])
