"""Somebody of the reserve takes over the place of somebody who has left, in the first half."""

from __future__ import annotations

from datetime import datetime

import structlog
from django.db import transaction

from games.models import Seat
from games.play import restrictions, substitutes, turns
from games.play.damage import DamagedError
from seasons import calendar, game_results, notices
from seasons.entering import drop_from_next_season
from seasons.models import Competition, Entrant, Fixture, FixtureSeat, Group, Member

log = structlog.get_logger()


def fill_places(group: Group, *, now: datetime) -> int:
    """Give the places of those who have left a group to people of the reserve, while half of the
    time is left; return how many. The caller holds the lock on the group."""
    if not group.stage.competition.is_season or now >= calendar.half_time(group.stage):
        return 0
    left = group.members.filter(entry__left_at__isnull=False).select_related("entry__person")
    return sum(_fill_place(group, member, now) for member in left.order_by("order"))


def _fill_place(group: Group, member: Member, now: datetime) -> bool:
    successor = _find_successor(group.stage.competition, now)
    if successor is None:
        return False
    take_over(member.entry, successor, now=now)
    notices.notify_take_over(group, successor, now=now)
    return True


def _find_successor(competition: Competition, now: datetime) -> Entrant | None:
    """Lock and return who has waited longest of those who may begin games."""
    # Locked, so that two groups at once cannot take the same person.
    reserve = Entrant.objects.select_for_update(skip_locked=True, of=("self",)).filter(
        competition=competition, is_reserve=True, left_at=None, person__is_active=True
    )
    kept = restrictions.kept_from_tables(is_rated=competition.is_rated, now=now)
    waiting = reserve.exclude(person__in=kept).select_related("person")
    return waiting.order_by("entered_at", "pk").first()


def take_over(entry: Entrant, successor: Entrant, *, now: datetime) -> None:
    """Give somebody the place of another person, with its points and those of its running games
    that they may play on. The others count for nobody, and stay with whom they have.

    The caller holds the locks on the groups of the place.
    """
    with transaction.atomic():
        withdrew = entry.left == Entrant.Left.WITHDREW
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
            seat = _game_seat(fixture, successor)
            is_free = _is_left(seat) or (withdrew and seat.person_id == entry.person_id)
            if not (is_free and _take_seat(seat, successor, now)):
                game_results.settle(fixture, Fixture.Status.VOID, now=now)


def _game_seat(fixture: Fixture, successor: Entrant) -> Seat:
    order = fixture.seats.get(member__entry=successor).order
    return Seat.objects.select_related("game").get(game=fixture.game_id, order=order)


def _is_left(seat: Seat) -> bool:
    """Whether nobody plays at a seat, for good."""
    return seat.person_id is None or (seat.is_absent and seat.absent_until is None)


def _take_seat(seat: Seat, successor: Entrant, now: datetime) -> bool:
    """Give the successor the seat in a running game; return whether they may have it."""
    if refusal := substitutes.refuse_successor(seat, successor.person):
        log.info("a seat is not taken over", game=seat.game_id, why=refusal)
        return False
    try:
        with transaction.atomic():
            turns.substitute_player(seat.game_id, seat.name, successor.person, now=now)
    except (turns.Rejected, DamagedError) as error:
        log.warning("a seat cannot be taken over", game=seat.game_id, why=str(error))
        return False
    return True
