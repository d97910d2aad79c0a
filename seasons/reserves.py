"""Somebody of the reserve takes over the place of somebody who has left, in the first half."""

from __future__ import annotations

from datetime import datetime

import structlog
from django.db import transaction

from games.play import turns
from games.play.damage import DamagedError
from seasons import calendar, notices
from seasons.entering import drop_from_next_season
from seasons.models import Entrant, Fixture, FixtureSeat, Group, Member

log = structlog.get_logger()


def fill_places(group: Group, *, now: datetime) -> int:
    """Give the places of those who have left a group to people of the reserve, while half of the
    time is left; return how many. The caller holds the lock on the group."""
    if not group.stage.competition.is_season or now >= calendar.half_time(group.stage):
        return 0
    left = group.members.filter(entry__left_at__isnull=False).select_related("entry__person")
    return sum(_fill_place(group, member, now) for member in left.order_by("order"))


def _fill_place(group: Group, member: Member, now: datetime) -> bool:
    # Locked, so that two groups at once cannot take the same person.
    reserve = Entrant.objects.select_for_update(skip_locked=True, of=("self",)).filter(
        competition=group.stage.competition, is_reserve=True, left_at=None, person__is_active=True
    )
    successor = reserve.select_related("person").order_by("entered_at", "pk").first()
    if successor is None:
        return False
    take_over(member.entry, successor, now=now)
    notices.notify_take_over(group, successor, now=now)
    return True


def take_over(entry: Entrant, successor: Entrant, *, now: datetime) -> None:
    """Give somebody the place of another person, with its points and its running games.

    The caller holds the locks on the groups of the place.
    """
    with transaction.atomic():
        seeding, entry.seeding = entry.seeding, None
        entry.left_at, entry.left = entry.left_at or now, Entrant.Left.REPLACED
        entry.save(update_fields=["seeding", "left_at", "left"])
        drop_from_next_season(entry)
        successor.seeding, successor.is_reserve = seeding, False
        successor.save(update_fields=["seeding", "is_reserve"])
        Member.objects.filter(entry=entry).update(entry=successor)
        # They stand last where the one before them had left, and have not left themselves.
        own = FixtureSeat.objects.filter(member__entry=successor)
        own.update(has_left=False)
        running = Fixture.objects.filter(
            seats__member__entry=successor, status=Fixture.Status.RUNNING
        )
        for fixture in running.select_related("game").order_by("game"):
            _take_seat(fixture, successor, now)


def _take_seat(fixture: Fixture, successor: Entrant, now: datetime) -> None:
    """Give the successor the seat in a running game, unless they cannot have it."""
    seat = fixture.seats.get(member__entry=successor)
    game = fixture.game
    assert game is not None
    try:
        name = game.seats.get(order=seat.order).name
        with transaction.atomic():
            turns.substitute_player(game.pk, name, successor.person, now=now)
    except (turns.Rejected, DamagedError) as error:
        # The game stays as it is; its seat counts as left.
        log.warning("a seat cannot be taken over", game=game.pk, why=str(error))
