"""Who sits at a seat of a running game, and who plays there while its person is absent.

The caller of each function holds the lock on the game's row.
"""

from __future__ import annotations

from datetime import datetime

from accounts.models import Person
from games.models import ConditionalTurns, Departure, Game, PendingOffer, Seat, SubstituteAsk
from games.play import stand_ins
from games.reliability import records

SEARCH = ("absent_since", "sought_at", "advertised_at")  # columns, of the search for a substitute
ABSENCE = ("is_absent", "absent_until", "stand_in", *SEARCH)


def mark_absent(seat: Seat, now: datetime, *, until: datetime | None = None) -> None:
    """Mark a seat as absent, perhaps ``until`` its person's days off end; a friend stands in, or a
    bot if the table wants that. Conditional turns go: they were said of the game as it was then."""
    if not seat.is_absent:
        _restart_search(seat, now)
    seat.is_absent, seat.absent_until = True, until
    if seat.stand_in is None and not _is_bot(seat.person):
        _let_stand_in(seat, stand_ins.find_friend(seat, now), now)
    seat.save(update_fields=ABSENCE)
    row: ConditionalTurns | None = getattr(seat, "conditional_turns", None)
    # Deleted as the seat's own object, which has no key then and so cannot be played any more.
    if row is not None and row.pk is not None:
        row.delete()


def mark_present(seat: Seat, now: datetime) -> None:
    """Let the person at a seat play it again; a stand-in goes."""
    if seat.absent_until is not None:
        seat.back_at = now
    if seat.friend:
        stand_ins.end_term(seat, now)
    seat.is_absent, seat.absent_until, seat.stand_in = False, None, None
    _restart_search(seat, None)
    seat.timeouts_in_row = 0
    seat.save(update_fields=[*ABSENCE, "back_at", "timeouts_in_row"])


def dismiss_friend(seat: Seat, now: datetime) -> None:
    """Let a friend stand in no longer: a bot takes their place, if the table wants that."""
    stand_ins.end_term(seat, now)
    _let_stand_in(seat, None, now)
    seat.save(update_fields=["stand_in"])


def _let_stand_in(seat: Seat, friend: Person | None, now: datetime) -> None:
    """Let a friend of the person at a seat play there, or a bot if the table wants that."""
    seat.stand_in = friend or (_free_bot(seat.game) if seat.game.stand_in else None)
    if friend is not None:
        stand_ins.begin_term(seat, friend, now)


def _restart_search(seat: Seat, since: datetime | None) -> None:
    """Let the search for a substitute begin with an absence ``since`` then, or end."""
    seat.absent_since, seat.sought_at, seat.advertised_at = since, None, None


def leave_seat(seat: Seat, now: datetime) -> None:
    """Let the person at a seat leave the game for good: the departure counts as a loss."""
    assert seat.person is not None
    records.record_departure(seat, now)
    Departure.objects.create(game=seat.game, seat=seat, person=seat.person, at=now)
    if seat.friend:
        dismiss_friend(seat, now)
    seat.person, seat.joined_at = None, None
    seat.save(update_fields=["person", "joined_at"])
    mark_absent(seat, now)


def fill_seat(seat: Seat, person: Person, now: datetime) -> None:
    """Let a person play on at an empty seat."""
    seat.person, seat.joined_at, seat.back_at = person, now, None
    seat.save(update_fields=["person", "joined_at", "back_at"])
    # What the person before has declined is a question to this one, too.
    PendingOffer.objects.filter(seat=seat).update(declined_at=None)
    mark_present(seat, now)
    _close_asks(seat, person)


def _close_asks(seat: Seat, person: Person) -> None:
    """Note of those of the pool who were asked who has taken a seat, and who was too late."""
    Outcome = SubstituteAsk.Outcome
    asked = SubstituteAsk.objects.filter(seat=seat, outcome=Outcome.OPEN)
    asked.filter(person=person).update(outcome=Outcome.ACCEPTED)
    asked.update(outcome=Outcome.TAKEN)


def _is_bot(person: Person | None) -> bool:
    return person is not None and person.is_house


def _free_bot(game: Game) -> Person | None:
    """Return a bot that neither plays nor stands in at a game, if there is one."""
    rows = Seat.objects.filter(game=game).values_list("person", "stand_in")
    players = {pk for row in rows for pk in row if pk is not None}
    return Person.objects.filter(is_house=True, is_active=True).exclude(pk__in=players).first()
