"""Who may agree on something in a game: its people, and what they are asked for."""

from __future__ import annotations

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


def is_asked(seat: Seat) -> bool:
    """Whether the person at a seat is asked for their consent."""
    return seat.person is not None and not seat.person.is_house and not seat.is_absent


def seats_of(game: Game) -> list[Seat]:
    """Return the seats of a game with their people, in order."""
    return list(Seat.objects.filter(game=game).select_related("person").order_by("order"))


def people_of(game: Game) -> list[Person]:
    """Return the people who have a seat in a game."""
    return [seat.person for seat in seats_of(game) if seat.person is not None]
