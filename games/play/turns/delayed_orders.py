"""Standing orders that answer after a while, as their owner would: a question opens as for anybody,
and a tick answers it at the moment that was drawn."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction

from games.ahead.standing_orders import delays
from games.models import Attempt, Decision, Game
from games.play import attempts, decisions
from games.play.turns.advance import advance_game
from games.play.turns.locked_game import LockedGame, find_game_id, lock_and_load
from mail import failpoints

AT_ONCE = 100  # decisions at each tick
PROMPT = timedelta(minutes=2)


def list_delayed_orders(now: datetime) -> list[int]:
    """Return the decisions whose standing orders are to be looked at now."""
    # One that fails must not keep the others waiting.
    due = attempts.select_ready(decisions.delayed_orders(now), Attempt.Task.ORDERS, now=now)
    return list(due.values_list("pk", flat=True)[:AT_ONCE])


def answer_by_delayed_orders(decision_id: int, lot: float, *, now: datetime) -> bool:
    """Draw by a ``lot`` from 0 to 1 when standing orders answer a decision, or let them answer if
    that moment has come; return whether they have."""
    with transaction.atomic():
        locked = lock_and_load(find_game_id(decision_id), now)
        # Asked again under the lock: their owner may have answered, or another worker.
        due = decisions.delayed_orders(now).filter(pk=decision_id).select_related("seat")
        decision = due.first()
        if decision is None or not locked.game.is_running:
            return False
        failpoints.hit("answering_delayed")
        decision.seat = locked.seats[decision.seat.name]
        if _is_put_off(locked, decision, lot, now):
            return False
        _answer(locked, decision, now)
        failpoints.hit("before_commit")
    failpoints.hit("after_commit")
    return bool(locked.events)


def _is_put_off(locked: LockedGame, decision: Decision, lot: float, now: datetime) -> bool:
    """Draw the moment of an answer, or put it off to after its owner's days off; return whether it
    is later than now, or never comes."""
    owner = decision.seat.person
    if owner is None or not locked.has_standing_answer(decision.seat, decision.kind):
        _keep_moment(decision, None)
    elif decision.orders_at == decision.opened_at:
        habit = delays.habit_of(owner)
        _keep_moment(decision, delays.draw_moment(decision, owner, habit, lot))
    elif (rest := decisions.end_of_days_off(decision.seat, now)) and (
        moment := delays.put_off_moment(decision, rest, lot)
    ):
        _keep_moment(decision, moment)
    return decision.orders_at is None or decision.orders_at > now


def _keep_moment(decision: Decision, moment: datetime | None) -> None:
    decision.orders_at = moment
    decision.save(update_fields=["orders_at"])


def _answer(locked: LockedGame, decision: Decision, now: datetime) -> None:
    before = locked.pending_decisions()
    locked.now = _moment_of_answer(decision, locked.game, now)
    locked.play_delayed_orders(decision.seat, decision.kind)
    # As if its owner had answered: whether they did must not show in how reliable they are.
    locked.measured.add(decision.seat)
    advance_game(locked, before, {decision.seat: Decision.ClosedBy.ANSWER})


def _moment_of_answer(decision: Decision, game: Game, now: datetime) -> datetime:
    """Return the moment that was drawn, unless the game has gone on since or it is long ago: by
    that of the tick, which comes at even spaces, the answer could be told from one by hand."""
    assert decision.orders_at is not None
    moment = max(decision.orders_at, game.moved_at or decision.orders_at)
    return moment if moment > now - PROMPT else now
