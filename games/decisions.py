"""Opens and closes decisions, with their deadlines."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

import structlog
from django.db.models import F, Q, QuerySet

from games import clock
from games.models import Decision, Game, Seat

GRACE = timedelta(hours=24)
ATTEMPTS = 5

log = structlog.get_logger()


def pace_of(game: Game) -> clock.Pace:
    return clock.pace(game.pace)


def due(now: datetime) -> QuerySet[Decision]:
    """Select the open decisions whose time is up and whose people were told.

    A deadline waits until a channel has accepted the letter, but not longer than ``GRACE``.
    One that brought its worker down ``ATTEMPTS`` times is left to an operator.
    """
    told = Q(told_at__isnull=False) | Q(due_at__lte=now - GRACE)
    return Decision.objects.filter(told, closed_at=None, due_at__lte=now, attempts__lt=ATTEMPTS)


def attempt(pk: int) -> None:
    """Count that resolving a decision begins, in a transaction of its own."""
    begun = Decision.objects.filter(pk=pk)
    begun.update(attempts=F("attempts") + 1)
    if begun.filter(attempts__gte=ATTEMPTS).exists():
        log.error("a decision is given up after too many attempts", decision=pk)


def sync(
    game: Game,
    state: Any,
    asked: Mapping[Seat, str],
    *,
    now: datetime,
    answered: Seat | None,
    silent: Seat | None,
) -> list[Decision]:
    """Make the open decisions those that are ``asked``; return the ones that opened.

    A seat that is still asked the same thing in the same turn keeps its decision and its clock.
    """
    number = game.rules.number(state)
    standing = {
        decision.seat_id: decision
        for decision in Decision.objects.filter(game=game, closed_at=None)
    }
    fresh = []
    for seat, kind in asked.items():
        before = standing.pop(seat.pk, None)
        if before is not None and (before.kind, before.number) == (kind, number):
            _run_further(before, game)
            continue
        if before is not None:
            _close(before, answered, silent, now)
        fresh.append(_make(game, seat, kind, number, now))
    for decision in standing.values():
        _close(decision, answered, silent, now)
    return Decision.objects.bulk_create(fresh)


def told(decision: Decision, now: datetime) -> None:
    """Start the clock in earnest: a letter that left late moves the deadline by as much."""
    if decision.told_at is not None:
        return
    late = now - decision.opened_at
    decision.told_at = now
    if late > timedelta(minutes=15):
        decision.due_at += late
    decision.save(update_fields=["told_at", "due_at"])


def _run_further(decision: Decision, game: Game) -> None:
    decision.version = game.version
    decision.save(update_fields=["version"])


def _close(decision: Decision, answered: Seat | None, silent: Seat | None, now: datetime) -> None:
    reasons = Decision.ClosedBy
    decision.closed_at = now
    if answered is not None and decision.seat_id == answered.pk:
        decision.closed_by = reasons.ANSWER
    elif silent is not None and decision.seat_id == silent.pk:
        decision.closed_by = reasons.SILENCE
    else:
        decision.closed_by = reasons.EVENTS
    decision.save(update_fields=["closed_at", "closed_by"])


def _make(game: Game, seat: Seat, kind: str, number: int, now: datetime) -> Decision:
    assert seat.person is not None
    pace, zone = pace_of(game), seat.person.zone
    due = clock.due_at(now, _span(seat, kind, number, pace), pace, zone)
    return Decision(
        game=game,
        seat=seat,
        kind=kind,
        version=game.version,
        number=number,
        opened_at=now,
        due_at=due,
        remind_at=clock.remind_at(now, due),
    )


def _span(seat: Seat, kind: str, number: int, pace: clock.Pace) -> timedelta:
    rule = pace.clock(kind)
    last = Decision.objects.filter(seat=seat, kind=kind).order_by("-id").first()
    if last is None or last.closed_at is None or seat.person is None:
        return rule.first()
    left = clock.left(last.closed_at, last.due_at, pace, seat.person.zone)
    return rule.again(left) if last.number == number and kind == "turn" else rule.next(left)
