"""Turns that are taken back: the game goes on as it was after an earlier event."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from conquest.kit.take_back import TakenBack
from games.ahead import standing_orders
from games.models import ConditionalTurns, Decision, Draft, Premove, Seat
from games.play import decisions, store
from games.play.turns.advance import advance_game
from games.play.turns.locked_game import LockedGame, lock_and_load, require_unpaused
from mail import failpoints


def go_back(game_id: int, seat_name: str, to: int, *, now: datetime) -> int:
    """Let a game go on as it was after the event ``to``, where a seat is asked for a turn; return
    the number of the event that says so.

    The seat has the time that it had when it played the turn, and at least a day.
    """
    with transaction.atomic():
        locked = lock_and_load(game_id, now)
        require_unpaused(locked.game)
        failpoints.hit("going_back")
        before, seat = locked.pending_decisions(), locked.seats[seat_name]
        locked.state = store.load_state(locked.game, to)
        locked.events.append(TakenBack(seat=seat_name, to=to))
        happened = locked.game.version + 1
        # Before anything is asked: what was said ahead of a turn that has not been must not count.
        _drop_said_ahead(locked, to)
        advance_game(locked, before, {})
        _give_time_back(seat, now)
        store.keep_position(locked.game)
        return happened


def _drop_said_ahead(locked: LockedGame, to: int) -> None:
    """Drop what players have planned or said ahead since an event."""
    game = locked.game
    Draft.objects.filter(seat__game=game, version__gt=to).delete()
    for seat in locked.seats.values():
        _drop_conditional_turns(seat)
        premove: Premove | None = getattr(seat, "premove", None)
        if premove is not None and premove.version > to:
            premove.delete()
    if game.rules.standing is not None:
        standing_orders.drop_turn_orders(game, after=to, now=locked.now)


def _drop_conditional_turns(seat: Seat) -> None:
    """Drop the conditional turns of a seat, since some of them may have been played."""
    row: ConditionalTurns | None = getattr(seat, "conditional_turns", None)
    # By the row that the seat holds: ``advance_game`` must not find it there any more.
    if row is not None:
        row.delete()


def _give_time_back(seat: Seat, now: datetime) -> None:
    """Give the seat that is asked again the time that was left of its turn, at least a day."""
    asked = Decision.objects.filter(seat=seat, closed_at=None).first()
    if asked is None:
        return
    asked.seat, asked.game = seat, seat.game
    due = decisions.due_again(asked, _played_decision(asked), now=now)
    if due != asked.due_at:
        decisions.move_deadline(asked, due, now=now)


def _played_decision(asked: Decision) -> Decision | None:
    """Return the decision that was answered by the turn that is asked for again."""
    same = Decision.objects.filter(seat=asked.seat, kind=asked.kind, number=asked.number)
    played = same.filter(closed_by=Decision.ClosedBy.ANSWER, version__lt=asked.version)
    return played.order_by("-version", "-id").first()
