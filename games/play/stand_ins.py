"""Friends who stand in: who plays for a person who is absent, and whether they may."""

from __future__ import annotations

from datetime import datetime

from django.db.models import Q

from accounts.models import Person
from games.models import Game, Seat, StandInFriend, StandInTerm
from games.play import days_off, keeping_away, restrictions, substitutes


def find_friend(seat: Seat, now: datetime) -> Person | None:
    """Return the friend who has agreed to play for the person at a seat, if they may and are there;
    the caller holds the lock on the game."""
    agreed = StandInFriend.objects.filter(
        person=seat.person_id, outcome=StandInFriend.Outcome.ACCEPTED
    )
    row = agreed.select_related("friend").first()
    if row is None or not _is_there(row.friend, now) or not can_stand_in(seat, row.friend, now):
        return None
    return row.friend


def can_stand_in(seat: Seat, friend: Person, now: datetime) -> bool:
    """Whether a friend may play at a seat for its person: they have and had no other part in the
    game, have seen no other seat of it, are no second account, and keep away from nobody there."""
    game = seat.game
    if _takes_part(game, friend) or restrictions.refuse_table(
        friend, is_rated=game.is_rated, now=now
    ):
        return False
    if game.rules.knowledge.has_hidden_pieces and not substitutes.had_account_before(game, friend):
        return False
    refusal = substitutes.refuse_stand_in(game, friend) or substitutes.refuse_seat_of(seat, friend)
    return not (refusal or keeping_away.refuse_at_table(game, friend))


def begin_term(seat: Seat, friend: Person, now: datetime) -> None:
    """Keep that a friend stands in at a seat from now on."""
    StandInTerm.objects.create(game=seat.game, seat=seat, person=friend, since=now)


def end_term(seat: Seat, now: datetime) -> None:
    """Keep that nobody stands in at a seat any more."""
    StandInTerm.objects.filter(game=seat.game, seat=seat, until=None).update(until=now)


def _is_there(friend: Person, now: datetime) -> bool:
    """Whether a friend can be told of turns, and is neither away nor on days off."""
    is_away = friend.is_away(now) or days_off.resting_until(friend, now) is not None
    return friend.hears_letters and not is_away


def _takes_part(game: Game, friend: Person) -> bool:
    rows = (
        Seat.objects.filter(Q(person=friend) | Q(stand_in=friend), game=game),
        game.departures.filter(person=friend),
        game.removals.filter(person=friend),
    )
    return any(found.exists() for found in rows)
