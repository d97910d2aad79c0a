"""Who may agree on something in a game: its people, and what they are asked for."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from django.utils.translation import gettext as _

from accounts.models import Person
from games.models import Decision, Game, Seat
from games.play import store, turns


def lock_seat(game_id: int, person: Person) -> Seat:
    """Lock a running game in the caller's transaction; return the seat of a person there.

    Raises ``turns.Rejected`` if the game is over or they have no seat. Someone who only stands in
    for another has none.
    """
    game, seats = store.lock_game(game_id)
    own = [seat for seat in seats.values() if seat.person_id == person.pk]
    if not own:
        raise turns.NotSeated
    if not game.is_running:
        raise turns.GameIsOver
    return own[0]


def require_unpaused(game: Game) -> None:
    """Refuse what cannot be done while a game is paused."""
    if game.is_paused:
        raise turns.GameIsPaused


def require_present(seat: Seat) -> None:
    """Refuse a person who is absent from their seat."""
    if seat.is_absent:
        raise turns.Rejected(_("You are absent: come back to your seat first."))


def require_decision(seat: Seat) -> Decision:
    """Return what the person at a seat is asked for.

    Raises ``turns.Rejected`` if they are absent, or asked for nothing.
    """
    require_present(seat)
    decision = Decision.objects.filter(seat=seat, closed_at=None).first()
    if decision is None:
        raise turns.NothingPending
    decision.seat, decision.game = seat, seat.game
    return decision


def require_playing(seat: Seat) -> None:
    """Refuse a person who is absent from their seat, or has lost already."""
    require_present(seat)
    require_undefeated(seat)


def require_undefeated(seat: Seat) -> None:
    """Refuse a person who has lost already, in a game that goes on without them."""
    if has_lost(seat):
        raise turns.Rejected(_("You have lost this game: those who still play agree on this."))


def has_lost(seat: Seat) -> bool:
    """Whether a seat has lost already, in a game that goes on without it."""
    return seat.name in _defeated_seats(seat.game)


def asked_seats(game: Game, seats: Iterable[Seat]) -> list[Seat]:
    """Return the seats whose people are asked for their consent, if their game asks anybody."""
    asked = [seat for seat in seats if _is_there(seat)]
    defeated = _defeated_seats(game) if asked else ()
    return [seat for seat in asked if seat.name not in defeated]


def _defeated_seats(game: Game) -> Collection[str]:
    find_defeated = game.rules.judgement.defeated_seats
    return find_defeated(store.load_state(game)) if find_defeated else ()


def _is_there(seat: Seat) -> bool:
    return seat.person is not None and not seat.person.is_house and not seat.is_absent


def seats_of(game: Game) -> list[Seat]:
    """Return the seats of a game with their people, in order."""
    return list(Seat.objects.filter(game=game).select_related("person").order_by("order"))


def people_of(game: Game) -> list[Person]:
    """Return the people who have a seat in a game."""
    return [seat.person for seat in seats_of(game) if seat.person is not None]
