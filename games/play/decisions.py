"""Decisions of seats: which open and close, and when they are due."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta

import structlog
from django.db.models import F, Q, QuerySet

from accounts.manners import Manner, Topic
from accounts.models import Person
from conquest.core import DecisionKind
from games.models import Attempt, ConditionalTurns, Decision, Game, Seat
from games.play import attempts, clock, days_off

GRACE = timedelta(days=3)  # so that a dead address cannot stop a game for ever
PROMPT = timedelta(minutes=15)
EARLIER = timedelta(days=1)  # today has begun so long ago at most
AT_LEAST = timedelta(days=1)  # after clocks have stood still through no fault of the players

log = structlog.get_logger()


def pace_of(game: Game) -> clock.Pace:
    return clock.read_pace(game.pace)


def days_at_rest(player: Person, pace: clock.Pace, since: datetime) -> frozenset[date]:
    """Return the days from an instant on at which the clock of a player rests at a table because
    they have them off; where the table counts those in a row, with as many days before."""
    if not pace.days_off:
        return days_off.NONE
    return days_off.find_days_off(player, since, before=pace.most_days_off)


def put_off_rest(decision: Decision, seat: Seat, *, now: datetime) -> bool:
    """Put off a deadline that is due on a day off, if it is, to a day after the days off; return
    whether it was."""
    # Days off move deadlines as they are taken. One that was asked for in the same moment did not
    # know of them yet.
    pace, player = pace_of(seat.game), seat.player
    rest = days_at_rest(player, pace, now) if player else days_off.NONE
    if player is None or now.astimezone(player.zone).date() not in rest:
        return False
    move_deadline(decision, clock.due_at(now, AT_LEAST, pace, player.zone, rest), now=now)
    note_handover(decision, rest, since=now)
    return True


def find_handover(seat: Seat, rest: frozenset[date], *, since: datetime) -> datetime | None:
    """Return when others begin to play for the person at a seat who is asked for something
    ``since`` then, as they have more days off in a row than the table bears; None if never."""
    if seat.person is None or seat.is_absent:
        return None
    zone, back_at = seat.person.zone, seat.back_at
    if back_at is not None:
        # Days are counted again from the one on which they came back.
        rest = frozenset(day for day in rest if day >= back_at.astimezone(zone).date())
    return clock.handover_at(since, pace_of(seat.game), zone, rest)


def note_handover(decision: Decision, rest: frozenset[date], *, since: datetime) -> None:
    """Keep when others begin to play for somebody, once their days off are others."""
    moment = find_handover(decision.seat, rest, since=since)
    if moment != decision.hands_over_at:
        decision.hands_over_at = moment
        decision.save(update_fields=["hands_over_at"])


def handed_over_decisions(now: datetime) -> QuerySet[Decision]:
    """Select the open decisions of players who have had more days off in a row than their table
    bears, the longest due first, except in paused games."""
    due = Decision.objects.filter(closed_at=None, hands_over_at__lte=now)
    return due.filter(game__paused_at=None, seat__is_absent=False).order_by("hands_over_at", "pk")


def end_of_days_off(seat: Seat, now: datetime) -> datetime | None:
    """Return when the days off of the person at a seat end that have begun, None without any."""
    assert seat.person is not None
    back, zone = days_off.resting_until(seat.person, now), seat.person.zone
    return datetime.combine(back, time(), zone) if back else None


def overdue_decisions(now: datetime) -> QuerySet[Decision]:
    """Select the open decisions whose time is up and whose players were notified, except in
    paused games.

    A deadline waits until a channel has accepted the letter, but not longer than ``GRACE``.
    """
    notified = Q(told_at__isnull=False) | Q(due_at__lte=now - GRACE)
    return Decision.objects.filter(notified, closed_at=None, due_at__lte=now, game__paused_at=None)


def resolvable_decisions(now: datetime) -> QuerySet[Decision]:
    """Select the overdue decisions that may be resolved now: one whose last attempt failed waits
    until its retry is due."""
    return attempts.select_ready(overdue_decisions(now), Attempt.Task.SILENCE, now=now)


def delayed_decisions(now: datetime) -> QuerySet[Decision]:
    """Select the open decisions whose answer was said ahead by the person who is asked, and has
    waited as long as they wanted, the longest due first, except in paused games."""
    # By the rows of those few, whose times are in an index.
    rows = ConditionalTurns.objects.filter(
        plays_at__lte=now, stopped="", person=F("seat__person"), seat__is_absent=False
    )
    waiting = Decision.objects.filter(
        seat__in=rows.values("seat"), closed_at=None, game__paused_at=None
    )
    return waiting.select_related("seat").order_by("seat__conditional_turns__plays_at", "pk")


def delayed_orders(now: datetime) -> QuerySet[Decision]:
    """Select the open decisions whose standing orders answer after a while and are to be looked at
    now, the longest due first, except in paused games."""
    due = Decision.objects.filter(closed_at=None, orders_at__lte=now)
    return due.filter(game__paused_at=None, seat__is_absent=False).order_by("orders_at", "pk")


def waits_for_orders(seat: Seat, kind: str) -> bool:
    """Whether a decision of this kind is asked for though standing orders may answer it: its person
    wants them to take a while."""
    standing, person = seat.game.rules.standing, seat.person
    is_theirs = standing is not None and kind == standing.kind and not seat.is_absent
    return is_theirs and person is not None and person.orders_wait


def bot_decisions() -> QuerySet[Decision]:
    """Select the open decisions that bots answer, for themselves or as stand-ins."""
    return Decision.objects.filter(is_for_bot=True, closed_at=None)


@dataclass(frozen=True, slots=True)
class PendingDecisions:
    """What each seat owes, and the number of the turn in which it does; and the orders with which
    seats would accept what is offered to them."""

    by: Mapping[Seat, str]
    number: int
    offers: Mapping[Seat, str] = field(default_factory=dict)

    def owed_by(self, seat: Seat) -> tuple[str | None, int]:
        """Return what a seat owes, and the number of the turn."""
        return self.by.get(seat), self.number


def diff_pending(
    game: Game,
    before: PendingDecisions,
    after: PendingDecisions,
    answered: Collection[Seat],
    *,
    now: datetime,
) -> tuple[list[Seat], list[Decision]]:
    """Return the seats whose decisions close, and the decisions that open, not yet stored.

    They open in the order in which the seats owe them, and letters leave in that order. A seat
    that still owes the same thing in the same turn keeps its decision and its clock. A seat that
    has ``answered`` another's move, and owes such an answer again, gets a new decision. The clock
    of a player who gets no letters starts at once.
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
    """Start the clock of a decision at once if no letter will announce it, or one that its player
    wants later: nobody gains time by that."""
    person = decision.seat.player
    if person is None or not person.hears_letters or wants_later(person, topic_of(decision), now):
        decision.told_at = now


def wants_later(person: Person, topic: Topic, now: datetime) -> bool:
    """Whether a person wants no letter of a topic now, or none at all."""
    return person.quiet_until(now) is not None or person.manner(topic) != Manner.NOW


def ask_again(seat: Seat, closed_by: str, *, now: datetime) -> list[Decision]:
    """Replace the open decision of a seat by a new one, with a letter and a clock of its own;
    return that, if any."""
    old = Decision.objects.filter(seat=seat, closed_at=None).first()
    if old is None:
        return []
    # It closes first: only one decision of a seat may be open.
    old.closed_at, old.closed_by = now, closed_by
    old.save(update_fields=["closed_at", "closed_by"])
    opened = _build_decision(seat.game, seat, old.kind, old.number, now, is_again=False)
    _start_without_letter(opened, now)
    opened.save()
    return [opened]


def move_deadline(decision: Decision, until: datetime, *, now: datetime) -> None:
    """Move a deadline, and its reminder if that was not sent yet, or their player chose when."""
    marks = _reminder_hours(decision.seat)
    decision.due_at = until
    decision.moves += 1
    if decision.remind_at is not None or marks:
        # Where all marks have passed and none was kept, it is reminded of now.
        passed = now if marks and decision.remind_at else None
        decision.remind_at = clock.remind_at(now, until, marks) or passed
    decision.save(update_fields=["due_at", "remind_at", "moves"])


def extended_until(decision: Decision, more: timedelta) -> datetime:
    """Return when a decision is due with that much more waking time."""
    player, pace = decision.seat.player, pace_of(decision.game)
    assert player is not None
    rest = days_at_rest(player, pace, decision.due_at)
    return clock.due_at(decision.due_at, more, pace, player.zone, rest)


def due_again(asked: Decision, played: Decision | None, *, now: datetime) -> datetime:
    """Return when a turn is due that is asked for again since it was taken back: once the time is
    over that was left when it was ``played``, and at least a day."""
    player, pace = asked.seat.player, pace_of(asked.game)
    if player is None:
        return asked.due_at
    left, rest = AT_LEAST, days_at_rest(player, pace, now)
    if played is not None and played.closed_at is not None:
        left = _time_left_over(played, player, pace, played.closed_at)
    due = clock.due_at(now, left, pace, player.zone, rest)
    return leave_day(due, pace, player, rest, now=now)


def leave_day(
    due: datetime, pace: clock.Pace, player: Person, rest: Collection[date], *, now: datetime
) -> datetime:
    """Return a deadline put off so that a day is left at least, to no hour of rest; at a table with
    a fixed hour to one of its moments."""
    least = now + AT_LEAST
    # One that leaves a day stays, also where it is the very last moment before a rest.
    return due if due >= least else clock.due_at(least, timedelta(), pace, player.zone, rest)


def restart_clocks(game: Game, since: datetime, *, now: datetime) -> None:
    """Restart the clocks of a game that have stood still ``since`` then: players have the time
    that was left to them, and at least a day."""
    pace = pace_of(game)
    open_decisions = Decision.objects.filter(game=game, closed_at=None)
    for decision in open_decisions.select_related("seat__person", "seat__stand_in"):
        if decision.seat.player is None:
            continue
        player = decision.seat.player
        rest = days_at_rest(player, pace, since)
        left = clock.waking_time_left(since, decision.due_at, pace, player.zone, rest)
        # A letter that waited for the end of the pause is not late by the pause, too.
        decision.opened_at += now - since
        if decision.orders_at is not None:
            decision.orders_at += now - since
        due = clock.due_at(now, left, pace, player.zone, rest)
        move_deadline(decision, leave_day(due, pace, player, rest, now=now), now=now)
        decision.save(update_fields=["opened_at", "orders_at"])


def mark_notified(decision: Decision, now: datetime) -> None:
    """Record that a player was notified; a letter that left late moves the deadline by as much."""
    if decision.told_at is not None:
        return
    due = due_when_notified(decision, now)
    if decision.remind_at is not None:
        decision.remind_at += due - decision.due_at
    decision.moves += due != decision.due_at
    decision.told_at, decision.due_at = now, due
    decision.save(update_fields=["told_at", "due_at", "remind_at", "moves"])


def mark_unnotified(decision: Decision) -> None:
    """Record that a player was not notified after all: the deadline waits for the letter now."""
    decision.told_at = None
    decision.save(update_fields=["told_at"])


def due_when_notified(decision: Decision, now: datetime) -> datetime:
    """Return the deadline as it will be once a letter that leaves now has announced it."""
    late = _letter_delay(decision, now)
    if decision.told_at or not late:
        return decision.due_at
    return _put_off(decision, late, now)


def _put_off(decision: Decision, late: timedelta, now: datetime) -> datetime:
    """Return a deadline put off by as much as its letter is late, to no hour of rest. At a table
    with a fixed hour it stays if there is as much time until then as one has at least."""
    player, pace = decision.seat.player, pace_of(decision.game)
    if player is None:
        return decision.due_at + late
    rest = days_at_rest(player, pace, now)
    if pace.fixed_hour is None:
        return clock.due_at(decision.due_at, late, pace, player.zone, rest)
    least = pace.clock_for(_decision_kind(decision.game, decision.kind).pace).first_span()
    return max(decision.due_at, clock.due_at(now, least, pace, player.zone, rest))


def _letter_delay(decision: Decision, now: datetime) -> timedelta:
    """Return by how much a letter that leaves now is late; zero within ``PROMPT``."""
    late = now - decision.opened_at
    return late if late > PROMPT else timedelta()


def _build_decision(
    game: Game, seat: Seat, kind: str, number: int, now: datetime, *, is_again: bool
) -> Decision:
    assert seat.player is not None
    pace, zone = pace_of(game), seat.player.zone
    span, rest = (
        _time_allowed(seat, kind, pace, now, is_again=is_again),
        days_at_rest(seat.player, pace, now),
    )
    due = clock.due_at(now, span, pace, zone, rest)
    # Of a stand-in there are no days off: the seat is absent then.
    hands_over_at = find_handover(seat, rest, since=now)
    return Decision(
        game=game,
        seat=seat,
        kind=kind,
        version=game.version,
        number=number,
        opened_at=now,
        due_at=due,
        remind_at=clock.remind_at(now, due, _reminder_hours(seat)),
        hands_over_at=hands_over_at,
        # Whether they have an answer is found out by a tick: here it would take longer.
        orders_at=now if waits_for_orders(seat, kind) else None,
    )


def _reminder_hours(seat: Seat) -> Collection[int]:
    """Return the hours before a deadline at which the player of a seat has chosen to be reminded;
    none for one reminder as the site thinks best."""
    return seat.player.reminder_hours if seat.player else ()


def next_reminder(decision: Decision, now: datetime) -> datetime | None:
    """Return when the reminder after one that leaves now is due, None if there is none."""
    marks = _reminder_hours(decision.seat)
    return clock.remind_at(now, decision.due_at, marks) if marks else None


def topic_of(decision: Decision) -> Topic:
    """Return for which topic the player has chosen how to hear of such a decision."""
    is_turn = _decision_kind(decision.game, decision.kind).pace == clock.TURN
    return Topic.TURN if is_turn else Topic.ANSWER


def _decision_kind(game: Game, kind: str) -> DecisionKind:
    return game.rules.judgement.decision_kinds[kind]


def keep_time_left(person: Person, seats: Collection[int], *, now: datetime) -> None:
    """Keep what the closed decisions of seats have left over, before their person has other days
    off: nobody saves time by giving days back, or loses some by taking them."""
    left_over = Decision.objects.filter(
        seat__in=seats, closed_at__isnull=False, due_at__gt=now - EARLIER, time_left=None
    )
    closed = list(left_over.select_related("game"))
    for decision in closed:
        assert decision.closed_at is not None
        pace = pace_of(decision.game)
        decision.time_left = _time_left_over(decision, person, pace, decision.closed_at)
    Decision.objects.bulk_update(closed, ["time_left"])


def _time_left_over(
    decision: Decision, player: Person, pace: clock.Pace, ended: datetime
) -> timedelta:
    """Return the time that a decision which ended then has left over, by the days off that its
    player had then."""
    if decision.time_left is not None:
        return decision.time_left
    rest = days_at_rest(player, pace, ended)
    return clock.waking_time_left(ended, decision.due_at, pace, player.zone, rest)


def _time_allowed(
    seat: Seat, kind: str, pace: clock.Pace, now: datetime, *, is_again: bool
) -> timedelta:
    """Return the time for a decision; ``is_again`` tells that its turn was interrupted."""
    rule = pace.clock_for(_decision_kind(seat.game, kind).pace)
    # The last decision does not matter then: save the query. Until a fixed hour nobody saves time.
    if (rule.is_flat or pace.fixed_hour) and not is_again:
        return rule.first_span()
    last = Decision.objects.filter(seat=seat, kind=kind).order_by("-version", "-id").first()
    if last is None or seat.player is None:
        return rule.first_span()
    # One that is open still closes now, such as where all others are absent.
    left = _time_left_over(last, seat.player, pace, last.closed_at or now)
    return rule.repeat_span(left) if is_again else rule.next_span(left)
