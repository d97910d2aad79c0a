"""Seats of a running game that are left, taken over or returned to."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import Person
from games.models import Decision, Game, Seat, Submission
from games.play import (
    decisions,
    keeping_away,
    notices,
    program_seats,
    restrictions,
    seats,
    substitutes,
)
from games.play.turns.advance import advance_game, answer_for_absent_seat
from games.play.turns.locked_game import (
    LockedGame,
    lock_and_load,
    require_running,
    require_unpaused,
)
from games.play.turns.rejections import NotSeated, ProgramStopped, Rejected


def leave_game(
    game_id: int, person: Person, *, now: datetime, via: str = Submission.Via.WEB
) -> Seat:
    """Give up a seat for good (CP6).

    If the game has a side action for it, such as to resign, the seat does it. If the game goes on
    after that, or has no such action, the seat is absent at once and waits for a substitute.
    """
    with transaction.atomic():
        locked = lock_and_load(game_id, now)
        seat = locked.own_seat_of(person)
        # Often a pause is there because the rules are suspected: what is played cannot be undone.
        require_unpaused(locked.game)
        before = locked.pending_decisions()
        if order := _leaving_order(locked, seat):
            key = f"leave-{locked.game.version}"
            locked.play_text(seat, order, via=via, key=key, person=person)
        if locked.game.rules.judgement.outcome(locked.state) is None:
            seats.leave_seat(seat, now)
        advance_game(locked, before, {seat: Decision.ClosedBy.ABSENCE})
        notices.notify_departure(seat, person, now=now)
        return seat


def _leaving_order(locked: LockedGame, seat: Seat) -> str:
    """Return the order by which a seat leaves the game, "" if there is none."""
    actions = locked.game.rules.judgement.side_actions(locked.state, seat.name)
    return next((action.text for action in actions if action.leaves), "")


def become_substitute(game_id: int, seat_name: str, person: Person, *, now: datetime) -> Seat:
    """Take over a vacant or absent seat; the person who had it has left."""
    with transaction.atomic():
        locked = lock_and_load(game_id, now)
        require_unpaused(locked.game)
        seat = locked.seats[seat_name]
        _require_free_seat(locked, seat, person, now)
        predecessor = seat.person
        if predecessor is not None:
            seats.leave_seat(seat, now)
        seats.fill_seat(seat, person, now)
        notices.notify_substitution(seat, predecessor, now=now)
        return seat


def _require_free_seat(locked: LockedGame, seat: Seat, person: Person, now: datetime) -> None:
    if not seat.can_be_taken_over:
        raise Rejected(_("This seat is taken."))
    require_newcomer(locked.game, person)
    # Locked before it is asked: two seats at once cannot both pass a limit.
    lock_open_account(person)
    game = locked.game
    reason = restrictions.refuse_table(person, is_rated=game.is_rated, now=now)
    reason = reason or substitutes.refuse_substitute(game, person)
    if reason := reason or substitutes.refuse_seat_of(seat, person):
        raise Rejected(reason)
    # Last, so that those who are kept away read whatever else refuses everybody.
    if reason := keeping_away.refuse_at_table(locked.game, person):
        raise Rejected(reason)


def require_newcomer(game: Game, person: Person) -> None:
    """Refuse a person who has or had a seat in a game, plays for somebody there, or was taken from
    its table."""
    if had_seat(game, person) or game.seats.filter(stand_in=person).exists():
        raise Rejected(_("You have or had a seat in this game."))
    if game.removals.filter(person=person).exists():
        raise Rejected(keeping_away.say_no_seat())


def lock_open_account(person: Person) -> None:
    """Lock the row of a person who takes a seat; refuse if the account is closed or deleted."""
    # Not the key: rows that only refer to the person can still be inserted meanwhile.
    if not program_seats.may_act(program_seats.lock_account(person)):
        raise Rejected(_("This account is closed."))


def return_to_seat(game_id: int, person: Person, *, now: datetime) -> Seat:
    """Return to one's own seat after being absent; raise ``GameIsOver`` once the game is over.

    A seat that was absent at the end counts as left, so nobody can return after it.
    """
    with transaction.atomic():
        locked = lock_and_load(game_id, now)
        seat = locked.own_seat_of(person)
        require_running(locked.game)
        # Asked under the lock: it may have been stopped while this waited for it.
        if program_seats.is_stopped(person):
            raise ProgramStopped
        had_friend = seat.friend is not None
        reinstate_player(locked, seat)
        if had_friend:
            ask_player_again(locked, seat)
        return seat


def step_back(game_id: int, friend: Person, *, now: datetime) -> Seat:
    """Let a friend stand in no longer where they play for somebody; return that seat."""
    with transaction.atomic():
        locked = lock_and_load(game_id, now)
        seat = locked.seat_of(friend)
        require_running(locked.game)
        if seat.friend != friend:
            raise NotSeated
        dismiss_friend(locked, seat)
        answer_for_absent_seat(locked, locked.pending_decisions(), seat)
        return seat


def dismiss_friend(locked: LockedGame, seat: Seat) -> None:
    """Let a friend stand in no longer, and tell the others who plays instead."""
    seats.dismiss_friend(seat, locked.now)
    notices.notify_handover(seat, now=locked.now)


def ask_player_again(locked: LockedGame, seat: Seat) -> None:
    """Ask who plays at a seat now for what another was asked there: their clock starts with a
    letter of their own."""
    asked = decisions.ask_again(seat, Decision.ClosedBy.ABSENCE, now=locked.now)
    notices.notify_players(locked.game, asked, now=locked.now)


def reinstate_player(locked: LockedGame, seat: Seat) -> None:
    """Mark the person at a seat as present, and notify the others if the seat was absent."""
    was_absent = seat.is_absent
    seats.mark_present(seat, locked.now)
    if was_absent:
        notices.notify_return(seat, now=locked.now)


def had_seat(game: Game, person: Person) -> bool:
    """Whether a person sits in a game now, or has left it."""
    rows = game.seats.filter(person=person), game.departures.filter(person=person)
    return any(found.exists() for found in rows)
