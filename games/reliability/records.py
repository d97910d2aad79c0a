"""Which turns, answers and games are kept as reliability records, and which misses are excused.

Private games count for nothing, as nobody else is to hear of them; nor do games in which nobody
else waits.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import datetime

from accounts.models import Person
from games.models import DayOff, Decision, Departure, Game, ReliabilityRecord, Seat

GAME = ReliabilityRecord.Kind.GAME


def is_counted(game: Game, seats: Collection[Seat]) -> bool:
    """Whether a game counts: it is public, and at least two people play there."""
    return not game.is_private and sum(map(_has_person, seats)) > 1


def _has_person(seat: Seat) -> bool:
    return seat.person is not None and not seat.person.is_machine


def is_excused(decision: Decision, person: Person, now: datetime) -> bool:
    """Whether a deadline that a person has missed counts for nothing: no letter has reached them,
    or it fell into their days off at a table that does not heed these."""
    if decision.told_at is None or person.bounced_at is not None:
        return True
    return _had_day_off(person, decision.opened_at, now)


def _had_day_off(person: Person, since: datetime, until: datetime) -> bool:
    first, last = (moment.astimezone(person.zone).date() for moment in (since, until))
    # Most people have none, or had them long ago: that saves a query.
    if person.last_day_off is None or person.last_day_off < first:
        return False
    return DayOff.objects.filter(person=person, day__range=(first, last)).exists()


def record_end(game: Game, seats: Collection[Seat], now: datetime) -> None:
    """Record for each person at a table whose game has ended that they finished it, or that they
    were absent and had left it."""
    # Where others have left, somebody finished a game against people all the same.
    if is_counted(game, seats) or (
        not game.is_private and Departure.objects.filter(game=game).exists()
    ):
        _insert(
            _game_record(game, seat.person, now, is_kept=_has_stayed(seat))
            for seat in seats
            if seat.person is not None and not seat.person.is_house
        )


def _has_stayed(seat: Seat) -> bool:
    return not seat.is_absent or seat.absent_until is not None


def record_departure(seat: Seat, now: datetime) -> None:
    """Record that the person at a seat leaves a running game."""
    seats = list(Seat.objects.filter(game=seat.game_id).select_related("person"))
    if seat.person is not None and not seat.person.is_house and is_counted(seat.game, seats):
        _insert([_game_record(seat.game, seat.person, now, is_kept=False)])


def _game_record(game: Game, person: Person, now: datetime, *, is_kept: bool) -> ReliabilityRecord:
    return ReliabilityRecord(person=person, game=game, kind=GAME, at=now, is_kept=is_kept)


def _insert(records: Iterable[ReliabilityRecord]) -> None:
    # Once for each person and game: who has left has not finished it, too.
    ReliabilityRecord.objects.bulk_create(records, ignore_conflicts=True)
