"""Turns that count: a person's orders, silence when time is up, and the start of a game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from accounts.models import Person
from games.ahead import conditional_turns, standing_orders
from games.models import Decision, Game, Seat, Submission
from games.play import days_off, decisions, notices, program_seats, seats
from games.play.turns.advance import advance_game
from games.play.turns.locked_game import LockedGame, find_game_id, lock_and_load
from games.play.turns.rejections import (
    GameIsOver,
    GameIsPaused,
    NothingPending,
    ProgramStopped,
    Rejected,
    StaleVersion,
)
from games.play.turns.seat_changes import dismiss_friend, reinstate_player
from games.reliability import records
from mail import failpoints


@dataclass(frozen=True, slots=True, kw_only=True)
class Orders:
    """What a person hands in: the text, the version it was written for, and its idempotency key.

    ``ahead`` are standing orders that answer if the seat is asked again in the same turn.
    """

    game_id: int
    person: Person
    text: str
    seen_version: int
    key: str
    via: str = Submission.Via.WEB
    ahead: str = ""


@dataclass(frozen=True, slots=True)
class SubmissionReceipt:
    """The answer to a submission; ``repeated`` if the same key was answered before."""

    game: Game
    seat: Seat
    submission: Submission
    repeated: bool


def submit(orders: Orders, *, now: datetime | None = None) -> SubmissionReceipt:
    """Play a person's orders, at the moment when the game is locked if no other is given.

    Raises ``Rejected`` (not seated, not asked, over, stale) or ``conquest.core.Refused``;
    then nothing has changed. The same key again returns the first receipt again.
    """
    try:
        # Events, position, decisions and letters are one transaction: an accepted move is durable
        # before anybody hears of it, and a failed one leaves nothing behind.
        with transaction.atomic():
            # From here to the commit nobody else can change this game.
            locked = lock_and_load(orders.game_id, now)
            seat = locked.seat_of(orders.person)
            # A repeated key is nearly always stale, since its first use moved the game on. So the
            # key is looked up only after a refusal, and turns that count save the query.
            refusal = _find_refusal(locked, seat, orders)
            if refusal is not None:
                return _repeat_receipt(seat, orders.key, refusal)
            submission = _play_orders(locked, seat, orders)
            failpoints.hit("before_commit")
    except IntegrityError as clash:  # UNIQUE (seat, key): the key was used for another version
        return _repeat_receipt(seat, orders.key, clash)
    failpoints.hit("after_commit")
    return SubmissionReceipt(locked.game, seat, submission, repeated=False)


def _find_refusal(locked: LockedGame, seat: Seat, orders: Orders) -> Rejected | None:
    """Return why these orders cannot be handed in now, or None if they can."""
    if not locked.game.is_running:
        return GameIsOver()
    if locked.game.is_paused:
        return GameIsPaused()
    # Asked under the lock: it may have been stopped while these orders waited for it.
    if program_seats.is_stopped(orders.person):
        return ProgramStopped()
    actions = locked.side_actions_in(seat, orders.text)
    # To resign, or to agree to a draw, is for the person whose seat it is.
    if actions and orders.person == seat.friend:
        return Rejected(_("You play for %(name)s: this is for them alone.") % {"name": seat.person})
    # Some actions, such as to resign, mean the same whatever has happened: they never go stale.
    is_timeless = bool(actions) and all(action.any_time for action in actions)
    if not is_timeless and _is_stale(locked, seat, orders):
        return StaleVersion()
    if seat not in locked.pending_decisions().by and not actions:
        return NothingPending()
    return None


def _is_stale(locked: LockedGame, seat: Seat, orders: Orders) -> bool:
    """Whether the orders were written for an older version of the game.

    What several seats owe at once goes stale only when the person's own decision has changed.
    """
    if orders.seen_version == locked.game.version:
        return False
    kind = locked.pending_decisions().by.get(seat)
    if kind is None or not locked.game.rules.judgement.decision_kinds[kind].parallel:
        return True
    # Others may have handed in theirs meanwhile, which moved the version but not this decision.
    own_decision = Decision.objects.filter(seat=seat, closed_at=None)
    return not own_decision.filter(version__lte=orders.seen_version).exists()


def _play_orders(locked: LockedGame, seat: Seat, orders: Orders) -> Submission:
    """Play orders that are not refused, and advance the game; return their submission."""
    before = locked.pending_decisions()
    # File these first: the attacker's plan may go on as soon as the answer below is played.
    is_own = orders.person.pk == seat.person_id
    if orders.ahead and is_own and locked.game.rules.standing:
        standing_orders.file_for_turn(seat, locked.state, orders.ahead, now=locked.now)
    submission = locked.play_text(
        seat, orders.text, via=orders.via, key=orders.key, person=orders.person
    )
    # A move brings its owner back, before absence could answer for the seat. A stand-in's does not.
    if is_own and (seat.timeouts_in_row or seat.is_absent):
        reinstate_player(locked, seat)
    if is_own:
        locked.measured.add(seat)
    if is_own and not submission.is_side_action:
        days_off.note_turn(orders.person, locked.now)
    advance_game(locked, before, {seat: Decision.ClosedBy.ANSWER})
    return submission


def _repeat_receipt(seat: Seat, key: str, refusal: Exception) -> SubmissionReceipt:
    """Return the receipt of the first submission with this key, or raise the refusal."""
    submission = Submission.objects.filter(seat=seat, key=key).first()
    if submission is None:
        raise refusal
    return SubmissionReceipt(seat.game, seat, submission, repeated=True)


def expire_decision(decision_id: int, *, now: datetime) -> bool:
    """Answer a decision whose time is up with what silence means (CP5); return whether it was
    still open and late."""
    with transaction.atomic():
        locked = lock_and_load(find_game_id(decision_id), now)
        # Ask again under the lock: an answer may have come first, or another worker. Whether it
        # may be tried now is not asked again, since the attempt that runs counts already.
        decision = (
            decisions.overdue_decisions(now).filter(pk=decision_id).select_related("seat").first()
        )
        if decision is None or not locked.game.is_running:
            return False
        failpoints.hit("expiring")
        seat = locked.seats[decision.seat.name]
        if decisions.put_off_rest(decision, seat, now=now):
            return False
        # Its clock has run while its letter waited for a digest, or after it had failed for the end
        # of quiet hours; but nothing has taken that.
        if decision.told_at is not None and _waits_in_vain(decision, seat, now):
            decisions.mark_unnotified(decision)
            return False
        was_present, before = not seat.is_absent, locked.pending_decisions()
        waited = conditional_turns.waits_for_delay(seat)
        # An answer that waits for its delay was meant to be in time.
        if locked.play_conditional_turn(seat, decision.kind, is_due=True):
            locked.measured.add(seat)
            advance_game(locked, before, {seat: Decision.ClosedBy.ANSWER})
            return True
        # Its author relied on it, and has let time run out for that.
        if waited and not conditional_turns.waits_for_delay(seat):
            _ask_again(locked, seat)
            return False
        # Count first: if this timeout makes the seat absent, its next decisions are answered below.
        if was_present:
            _count_timeout(seat, now)
            _measure_miss(locked, seat, decision)
        # A friend who lets time run out holds up nobody a second time.
        elif seat.friend:
            dismiss_friend(locked, seat)
        locked.play_silence(seat, Submission.Via.SILENCE)
        advance_game(locked, before, {seat: Decision.ClosedBy.SILENCE})
        # Notify last: if silence ended the game, the letter about the end is enough.
        if was_present:
            notices.notify_timeout(decision, seat, now=now)
            notices.notify_stand_in(seat, now=now)
        failpoints.hit("before_commit")
    failpoints.hit("after_commit")
    return True


def _waits_in_vain(decision: Decision, seat: Seat, now: datetime) -> bool:
    """Whether the clock of a decision began before its letter, which nothing has taken since."""
    if _ran_before_letter(decision, seat):
        return notices.is_letter_late(decision, now)
    return notices.is_letter_failing(decision)


def _ran_before_letter(decision: Decision, seat: Seat) -> bool:
    """Whether the clock of a decision began before its letter, which its player wants later."""
    if seat.player is None:
        return False
    decision.seat, decision.game = seat, seat.game
    topic = decisions.topic_of(decision)
    return decisions.wants_later(seat.player, topic, decision.opened_at)


def play_delayed_turn(decision_id: int, *, now: datetime) -> bool:
    """Play the answer that was said ahead for a decision, once its author's delay is over; return
    whether it was played."""
    with transaction.atomic():
        locked = lock_and_load(find_game_id(decision_id), now)
        # Ask again under the lock: its author may have played otherwise, or another worker.
        decision = decisions.delayed_decisions(now).filter(pk=decision_id).first()
        if decision is None or not locked.game.is_running:
            return False
        failpoints.hit("playing_delayed")
        seat, before = locked.seats[decision.seat.name], locked.pending_decisions()
        locked.measured.add(seat)
        advance_game(locked, before, {seat: Decision.ClosedBy.ANSWER})
        if not locked.events:
            _ask_again(locked, seat)
        failpoints.hit("before_commit")
    failpoints.hit("after_commit")
    return bool(locked.events)


def _ask_again(locked: LockedGame, seat: Seat) -> None:
    """Ask for a turn whose answer waited for its delay, and cannot be played any more: the letter
    before has promised that it would be."""
    asked = decisions.ask_again(seat, Decision.ClosedBy.EVENTS, now=locked.now)
    notices.notify_players(locked.game, asked, now=locked.now)


def _measure_miss(locked: LockedGame, seat: Seat, decision: Decision) -> None:
    """Let a deadline that was missed tell how reliable its person is, unless it is excused."""
    if seat.person is not None and not records.is_excused(decision, seat.person, locked.now):
        locked.measured.add(seat)


def _count_timeout(seat: Seat, now: datetime) -> None:
    """Count a timeout of a seat, and mark it absent after too many in a row (CP5)."""
    seat.timeouts += 1
    seat.timeouts_in_row += 1
    seat.save(update_fields=["timeouts", "timeouts_in_row"])
    if seat.timeouts_in_row >= decisions.pace_of(seat.game).absent_after and not seat.is_absent:
        seats.mark_absent(seat, now)


def record_start(game: Game, events: Sequence[Any], *, now: datetime) -> None:
    """Record the set-up of a game that starts and ask the first seat; the caller holds the lock."""
    seats_by_name = {seat.name: seat for seat in game.seats.select_related("person")}
    locked = LockedGame(game, seats_by_name, None, now)
    before = locked.pending_decisions()
    locked.apply_events(events)
    # Before anything is asked, so that they can answer the first question of the game.
    standing_orders.file_defaults(game, locked.state, now=now)
    game.status, game.started_at = Game.Status.RUNNING, now
    advance_game(locked, before, {})
    game.save(update_fields=["status", "started_at"])
