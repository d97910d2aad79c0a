"""Seats whose players have more days off in a row than the table bears: others play there, until
the days off end."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from games.models import Attempt, Decision, Game, Seat
from games.play import attempts, decisions, notices, seats
from games.play.turns.advance import advance_game, answer_for_absent_seat
from games.play.turns.locked_game import LockedGame, find_game_id, lock_and_load
from games.play.turns.seat_changes import ask_player_again, reinstate_player
from mail import failpoints

AT_ONCE = 100  # seats at each tick


def list_handovers(now: datetime) -> list[int]:
    """Return what is asked of people who have had more days off in a row than their table bears."""
    due = decisions.handed_over_decisions(now)
    # One that fails must not keep the others waiting.
    due = attempts.select_ready(due, Attempt.Task.HANDOVER, now=now)
    return list(due.values_list("pk", flat=True)[:AT_ONCE])


def hand_over(decision_id: int, *, now: datetime) -> bool:
    """Let others play for a person who has had too many days off in a row: what answers for an
    absent seat, or a stand-in, who has a day for it. Return whether they do from now on."""
    with transaction.atomic():
        locked = lock_and_load(find_game_id(decision_id), now)
        # Asked again under the lock: they may have played, come back, or given days back.
        due = decisions.handed_over_decisions(now).filter(pk=decision_id).select_related("seat")
        decision = due.first()
        if decision is None or not locked.game.is_running:
            return False
        failpoints.hit("handing_over")
        seat, before = locked.seats[decision.seat.name], locked.pending_decisions()
        # What they have said ahead and waits for its delay is played, and they stay.
        if locked.play_conditional_turn(seat, decision.kind, is_due=True):
            locked.measured.add(seat)
            advance_game(locked, before, {seat: Decision.ClosedBy.ANSWER})
            return False
        until = decisions.end_of_days_off(seat, now)
        decision.hands_over_at = None
        decision.save(update_fields=["hands_over_at"])
        if until is None:
            return False
        _play_for(locked, decision, seat, until)
        failpoints.hit("before_commit")
    failpoints.hit("after_commit")
    return True


def _play_for(locked: LockedGame, decision: Decision, seat: Seat, until: datetime) -> None:
    before = locked.pending_decisions()
    seats.mark_absent(seat, locked.now, until=until)
    if seat.friend is not None:
        ask_player_again(locked, seat)
    elif seat.stand_in is not None:
        pace = decisions.pace_of(locked.game)
        due = decisions.leave_day(locked.now, pace, seat.stand_in, (), now=locked.now)
        decisions.move_deadline(decision, due, now=locked.now)
    answer_for_absent_seat(locked, before, seat)
    notices.notify_handover(seat, now=locked.now)
    notices.notify_stand_in(seat, now=locked.now)


def list_seats_to_return(now: datetime) -> list[int]:
    """Return the seats whose people's days off may have ended, the longest due first."""
    # In a game that is over it stays as it was: the league asks whether they had left.
    due = Seat.objects.filter(absent_until__lte=now, game__status=Game.Status.RUNNING)
    due = due.order_by("absent_until")
    return list(due.values_list("pk", flat=True)[:AT_ONCE])


def end_handover(seat_id: int, *, now: datetime) -> bool:
    """Let the person at a seat play again whose days off have ended; return whether they do."""
    game_id, name = Seat.objects.values_list("game", "name").get(pk=seat_id)
    with transaction.atomic():
        locked = lock_and_load(game_id, now)
        seat = locked.seats[name]
        # Asked again under the lock: they may have come back, or left, or taken more days.
        if seat.absent_until is None or seat.absent_until > now:
            return False
        until = decisions.end_of_days_off(seat, now) if seat.person else None
        if not locked.game.is_running:
            return False
        if until is not None:
            seat.absent_until = until
            seat.save(update_fields=["absent_until"])
            return False
        had_friend = seat.friend is not None
        reinstate_player(locked, seat)
        if had_friend:
            ask_player_again(locked, seat)
        return True
