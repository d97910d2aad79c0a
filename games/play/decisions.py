"""Opens and closes decisions, with their deadlines."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

import structlog
from django.db.models import Q, QuerySet

from conquest.core import DecisionKind
from games.models import Attempt, Decision, Game, Seat
from games.play import attempts, clock

GRACE = timedelta(hours=24)
PROMPT = timedelta(minutes=15)
AT_LEAST = timedelta(days=1)  # after clocks have stood still for reasons that are not the players'

log = structlog.get_logger()


def pace_of(game: Game) -> clock.Pace:
    return clock.read_pace(game.pace)


def overdue_decisions(now: datetime) -> QuerySet[Decision]:
    """Select the open decisions whose time is up and whose people were told, but for those of
    games that are paused.

    A deadline waits until a channel has accepted the letter, but not longer than ``GRACE``.
    """
    told = Q(told_at__isnull=False) | Q(due_at__lte=now - GRACE)
    return Decision.objects.filter(told, closed_at=None, due_at__lte=now, game__paused_at=None)


def resolvable_decisions(now: datetime) -> QuerySet[Decision]:
    """Select the late decisions that may be resolved now: one that failed waits before it is
    tried again."""
    return attempts.select_ready(overdue_decisions(now), Attempt.Task.SILENCE, now=now)


def bot_decisions() -> QuerySet[Decision]:
    """Select what house players are asked, those who stand in for somebody included."""
    theirs = Q(seat__person__is_house=True) | Q(seat__stand_in__isnull=False)
    return Decision.objects.filter(theirs, closed_at=None)


@dataclass(frozen=True, slots=True)
class PendingDecisions:
    """What each seat owes, and the number of the turn in which it does."""

    by: Mapping[Seat, str]
    number: int


def diff_pending(
    game: Game,
    before: PendingDecisions,
    after: PendingDecisions,
    answered: Collection[Seat],
    *,
    now: datetime,
) -> tuple[list[Seat], list[Decision]]:
    """Return the seats whose decisions close, and the decisions that open, not yet stored.

    They open in the order in which the seats owe them, and so do letters leave. A seat that is
    still asked the same thing in the same turn keeps its decision and its clock; one that has
    ``answered`` another's move, and is asked for such an answer again, has a new one. Whoever
    hears no letters counts as told at once.
    """
    is_same_turn = before.number == after.number
    kept = {
        (seat, kind)
        for seat, kind in before.by.items() & after.by.items()
        if is_same_turn and not (seat in answered and _decision_kind(game, kind).pace != clock.TURN)
    }
    opened = [
        _build_decision(
            game,
            seat,
            kind,
            after.number,
            now,
            is_again=is_same_turn and _decision_kind(game, kind).pace == clock.TURN,
        )
        for seat, kind in after.by.items()
        if (seat, kind) not in kept
    ]
    for decision in opened:
        _start_without_letter(decision, now)
    return [seat for seat, _ in before.by.items() - kept], opened


def _start_without_letter(decision: Decision, now: datetime) -> None:
    """Start the clock of a decision at once where no letter will tell of it."""
    person = decision.seat.player
    if person is None or not person.hears_letters:
        decision.told_at = now


def ask_substitute(seat: Seat, *, now: datetime) -> list[Decision]:
    """Ask whoever sits at a seat now what was asked of the one before; return what has opened."""
    asked = Decision.objects.filter(seat=seat, closed_at=None).first()
    if asked is None:
        return []
    asked.closed_at, asked.closed_by = now, Decision.ClosedBy.STAFF
    asked.save(update_fields=["closed_at", "closed_by"])
    opened = _build_decision(seat.game, seat, asked.kind, asked.number, now, is_again=False)
    _start_without_letter(opened, now)
    opened.save()
    return [opened]


def move_deadline(decision: Decision, until: datetime, *, now: datetime) -> None:
    """Move a deadline, with the reminder if that is still to come."""
    decision.due_at = until
    if decision.remind_at is not None:
        decision.remind_at = clock.remind_at(now, until)
    decision.save(update_fields=["due_at", "remind_at"])


def restart_clocks(game: Game, since: datetime, *, now: datetime) -> None:
    """Let the clocks of a game run on that have stood still ``since`` then: everybody has what
    was left to him, and at least a day."""
    pace = pace_of(game)
    asked = Decision.objects.filter(game=game, closed_at=None)
    for decision in asked.select_related("seat__person", "seat__stand_in"):
        if decision.seat.player is None:
            continue
        zone = decision.seat.player.zone
        left = clock.waking_time_left(since, decision.due_at, pace, zone)
        decision.opened_at += now - since  # so late is a letter that could not leave meanwhile
        move_deadline(decision, max(clock.due_at(now, left, pace, zone), now + AT_LEAST), now=now)
        decision.save(update_fields=["opened_at"])


def mark_notified(decision: Decision, now: datetime) -> None:
    """Start the clock in earnest: a letter that left late moves the deadline by as much."""
    if decision.told_at is not None:
        return
    late = _letter_delay(decision, now)
    decision.told_at = now
    decision.due_at += late
    if decision.remind_at is not None:
        decision.remind_at += late
    decision.save(update_fields=["told_at", "due_at", "remind_at"])


def due_when_notified(decision: Decision, now: datetime) -> datetime:
    """Return the deadline as it stands once a letter that leaves now has told of it."""
    return decision.due_at if decision.told_at else decision.due_at + _letter_delay(decision, now)


def _letter_delay(decision: Decision, now: datetime) -> timedelta:
    late = now - decision.opened_at
    return late if late > PROMPT else timedelta()


def _build_decision(
    game: Game, seat: Seat, kind: str, number: int, now: datetime, *, is_again: bool
) -> Decision:
    assert seat.player is not None
    pace, zone = pace_of(game), seat.player.zone
    due = clock.due_at(now, _time_allowed(seat, kind, pace, is_again=is_again), pace, zone)
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


def _decision_kind(game: Game, kind: str) -> DecisionKind:
    return game.rules.judgement.decision_kinds[kind]


def _time_allowed(seat: Seat, kind: str, pace: clock.Pace, *, is_again: bool) -> timedelta:
    """Return the time for a decision; ``is_again`` tells that its turn was interrupted."""
    rule = pace.clock_for(_decision_kind(seat.game, kind).pace)
    if rule.is_flat and not is_again:
        return rule.first_span()
    last = Decision.objects.filter(seat=seat, kind=kind).order_by("-id").first()
    if last is None or last.closed_at is None or seat.player is None:
        return rule.first_span()
    left = clock.waking_time_left(last.closed_at, last.due_at, pace, seat.player.zone)
    return rule.repeat_span(left) if is_again else rule.next_span(left)
