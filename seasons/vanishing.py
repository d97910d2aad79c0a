"""Who takes part no more without having said so: their place is free, and counts for nobody."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F, Q, QuerySet

from games.models import Seat
from seasons.entering import lock_competition, lock_groups_of, mark_left, set_left
from seasons.models import Entrant, Fixture
from seasons.pairing.vanishing import has_vanished
from seasons.tables import GroupTable

GONE_FOR = timedelta(days=7)  # after the silences by which a seat becomes absent


def vanished_entries(now: datetime) -> list[int]:
    """Return the entries of people who have been absent for a week in all of their games that run,
    and have no days off."""
    gone = _absent_seats(now).values_list("game__fixture__seats__member__entry", flat=True)
    entries = set(gone)
    return sorted(entries - _find_present(entries, now)) if entries else []


def drop_vanished(entry_id: int, *, now: datetime) -> bool:
    """Record that somebody has vanished, if it is still so; return whether it was."""
    entry = Entrant.objects.get(pk=entry_id)
    with transaction.atomic():
        lock_competition(entry.competition_id)
        # Their groups go before entries and games, and are held while it is asked again.
        lock_groups_of(entry)
        if entry_id not in vanished_entries(now):
            return False
        mark_left(Entrant.objects.get(pk=entry_id), Entrant.Left.VANISHED, now=now)
    return True


def _absent_seats(now: datetime) -> QuerySet[Seat]:
    """Select the absent seats of running fixtures whose people still take part."""
    return Seat.objects.filter(
        # The first two are those of a partial index: few seats are absent.
        is_absent=True,
        place=None,
        absent_until=None,
        absent_since__lte=now - GONE_FOR,
        game__fixture__status=Fixture.Status.RUNNING,
        game__fixture__seats__order=F("order"),
        game__fixture__seats__member__entry__left_at=None,
        game__fixture__seats__member__entry__person=F("person"),
    )


def _find_present(entries: set[int], now: datetime) -> set[int]:
    """Return those of some entries who are there in one of their games that run."""
    is_gone = Q(is_absent=True, absent_until=None, absent_since__lte=now - GONE_FOR)
    seats = Seat.objects.filter(
        ~is_gone,
        game__fixture__status=Fixture.Status.RUNNING,
        game__fixture__seats__order=F("order"),
        game__fixture__seats__member__entry__in=entries,
        game__fixture__seats__member__entry__person=F("person"),
    )
    return set(seats.values_list("game__fixture__seats__member__entry", flat=True))


def drop_gone(table: GroupTable, *, now: datetime) -> None:
    """Take those for people who have left who have left their games, or whose account is closed.
    The caller holds the lock."""
    for member in table.members:
        entry = member.entry
        left, open_games = _list_games(table, member.pk)
        is_gone = has_vanished(left, open_games)
        if not entry.has_left and (is_gone or not entry.person.is_active):
            set_left(entry, Entrant.Left.VANISHED, now=now)


def _list_games(table: GroupTable, member_id: int) -> tuple[Sequence[bool], int]:
    """Return which of the games of somebody they had left, in the order in which these ended, and
    how many are open."""
    own = [
        (fixture, seat)
        for fixture in table.fixtures
        for seat in table.seats[fixture.pk]
        if seat.member_id == member_id
    ]
    # Of those that were adjudicated at once, they may have been there in some: these come last.
    ended = sorted(
        (fixture.settled_at, not seat.has_left)
        for fixture, seat in own
        if fixture.counts and fixture.settled_at
    )
    return [not is_there for _at, is_there in ended], sum(one.is_open for one, _seat in own)
