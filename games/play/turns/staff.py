"""What the staff may do to a running game; games/play/interventions.py keeps the reasons."""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import Person
from games.models import Decision, Game, PlayersPause, Seat
from games.play import decisions, keeping_away, notices, seats, store
from games.play.damage import DamagedError
from games.play.turns.advance import advance_game, answer_for_absent_seat
from games.play.turns.locked_game import (
    LockedGame,
    find_game_id,
    lock_and_load,
    require_running,
    require_unpaused,
)
from games.play.turns.rejections import Rejected
from games.play.turns.seat_changes import ask_player_again, had_seat, lock_open_account


def vacate_seat(game_id: int, seat_name: str, *, now: datetime) -> Person:
    """Take a seat from its person, so that it waits for a substitute; return that person."""
    with transaction.atomic():
        locked = lock_and_load(game_id, now)
        require_running(locked.game)
        seat = locked.seats[seat_name]
        if seat.person is None:
            raise Rejected(_("Nobody sits at this seat."))
        person, before = seat.person, locked.pending_decisions()
        seats.leave_seat(seat, now)
        answer_for_absent_seat(locked, before, seat)
        return person


def substitute_player(
    game_id: int, seat_name: str, person: Person, *, now: datetime
) -> Person | None:
    """Give a seat to another person and return its former person, if any.

    An open decision of the seat closes, and a new one opens for the substitute.
    """
    with transaction.atomic():
        locked = lock_and_load(game_id, now)
        require_running(locked.game)
        seat = locked.seats[seat_name]
        if had_seat(locked.game, person):
            raise Rejected(_("This person has or had a seat in this game."))
        lock_open_account(person)
        if keeping_away.refuse_at_table(locked.game, person):
            raise Rejected(_("This person cannot sit in this game."))
        predecessor = seat.person
        if predecessor is not None:
            seats.leave_seat(seat, now)
        seats.fill_seat(seat, person, now)
        # The substitute has had no letter yet: their clock starts with a letter of their own.
        asked = decisions.ask_again(seat, Decision.ClosedBy.STAFF, now=now)
        notices.notify_players(locked.game, asked, now=now)
        return predecessor


def mark_person_absent(game_id: int, person: Person, *, now: datetime) -> Seat:
    """Mark the seat of a person who cannot play as absent until they return."""
    with transaction.atomic():
        game, seats_by_name = store.lock_game(game_id)
        seat = LockedGame(game, seats_by_name, None, now).seat_of(person)
        seats.mark_absent(seat, now)
        # In a damaged game deadlines wait for its repair, and so does what silence would play.
        with suppress(DamagedError):
            locked = LockedGame(game, seats_by_name, store.load_state(game), now)
            answer_for_absent_seat(locked, locked.pending_decisions(), seat)
        if seat.friend is not None:
            ask_player_again(LockedGame(game, seats_by_name, None, now), seat)
            notices.notify_stand_in(seat, now=now)
        return seat


def pause_game(game_id: int, *, now: datetime) -> None:
    """Pause a game: no decision is due, nothing can be handed in, and its clocks stand still.

    A game that its players have paused stays so from then on until the staff resumes it.
    """
    with transaction.atomic():
        # The position is not loaded, so that a damaged game can be paused, too.
        game, _seats = store.lock_game(game_id)
        if _end_pause_of_players(game, now):
            return
        require_unpaused(game)
        game.paused_at = now
        game.save(update_fields=["paused_at"])


def _end_pause_of_players(game: Game, now: datetime) -> bool:
    """Record the end of what the players have agreed on; return whether they had paused the
    game."""
    if game.paused_at is None:
        return False
    agreed = PlayersPause.objects.filter(game=game, ended_at=None, started_at=game.paused_at)
    return agreed.update(ended_at=now) > 0


def resume_game(game_id: int, *, now: datetime) -> None:
    """Resume a paused game: players have the time they had left, and at least a day."""
    with transaction.atomic():
        locked = lock_and_load(game_id, now)
        game, before = locked.game, locked.pending_decisions()
        if game.paused_at is None:
            raise Rejected(_("This game is not paused."))
        _end_pause_of_players(game, now)
        since, game.paused_at = game.paused_at, None
        game.save(update_fields=["paused_at"])
        decisions.restart_clocks(game, since, now=now)
        # A seat that became absent during the pause was not answered for then.
        absent = [seat for seat in locked.seats.values() if seat.is_absent]
        advance_game(locked, before, dict.fromkeys(absent, Decision.ClosedBy.ABSENCE))


def extend_deadline(decision_id: int, until: datetime, *, now: datetime) -> Decision:
    """Move the deadline of an open decision to a later time; return the decision."""
    with transaction.atomic():
        game, _seats = store.lock_game(find_game_id(decision_id))
        require_unpaused(game)
        decision = Decision.objects.select_related("seat__person").get(pk=decision_id)
        if not decision.is_open:
            raise Rejected(_("This is not asked any more."))
        if until <= max(now, decision.due_at):
            raise Rejected(_("This is no later than the deadline is now."))
        decisions.move_deadline(decision, until, now=now)
        return decision


def annul_game(game_id: int, *, now: datetime) -> None:
    """Annul a running or finished game, so that it counts for nothing; its events stay."""
    with transaction.atomic():
        game, _seats = store.lock_game(game_id)
        if game.status not in (Game.Status.RUNNING, Game.Status.OVER):
            raise Rejected(_("This game has not begun, or is annulled already."))
        _end_pause_of_players(game, now)
        game.status, game.paused_at = Game.Status.ANNULLED, None
        game.ended_at = game.ended_at or now
        game.save(update_fields=["status", "paused_at", "ended_at"])
        open_decisions = Decision.objects.filter(game=game, closed_at=None)
        open_decisions.update(closed_at=now, closed_by=Decision.ClosedBy.STAFF)
