"""What the ends of all games of the family have in common."""

from __future__ import annotations

from conquest.core import Outcome, Seat
from conquest.islands.model import GameEnded, State
from conquest.islands.rules.sides import side_of, sides_of
from conquest.islands.rules.tally import mobile_seats, pieces_left, win_points


def won_by_walk(state: State, mover: Seat) -> GameEnded | None:
    """Test whether a completed order leaves one side alone able to move (C38, CR25, A36)."""
    mobile = sides_of(state, mobile_seats(state))
    return end_event(state, mover, mobile.pop(), "immobilised") if len(mobile) == 1 else None


def won_by_capture(state: State, mover: Seat) -> GameEnded | None:
    """Test what a capture has won: the last pieces (C37), then immobility (C38), as in A34."""
    if has_taken_all(state, mover):
        return end_event(state, mover, side_of(state, mover), "last_two")
    return won_by_walk(state, mover)


def has_taken_all(state: State, mover: Seat) -> bool:
    """Tell whether somebody has nothing left who is not of the mover's side (C37, A93)."""
    left, own = pieces_left(state), side_of(state, mover)
    return any(not left[seat] for seat in state.seats if seat not in own)


def has_lost(before: State, after: State, seat: Seat) -> bool:
    """Tell whether a seat has fewer pieces that count than it had (C41)."""
    return pieces_left(after)[seat] < pieces_left(before)[seat]


def end_event(state: State, seat: Seat, winners: tuple[Seat, ...], reason: str) -> GameEnded:
    """Return the end of a game after an act of ``seat``."""
    return GameEnded(seat=seat, winners=winners, reason=reason, scores=win_points(state))


def outcome(state: State) -> Outcome | None:
    """Say how the game ended, None while it goes on."""
    return state.outcome
