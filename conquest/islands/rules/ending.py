"""Tests for the end of a game that all games of the family share."""

from __future__ import annotations

from conquest.core import Outcome, Seat
from conquest.islands.events import GameEnded
from conquest.islands.model import State, side_of
from conquest.islands.rules.tally import is_immobilised, pieces_left, seats_with_pieces, win_points


def won_by_walk(state: State, mover: Seat) -> GameEnded | None:
    """Return the end of the game if a completed order leaves one side alone able to move.

    See C38, CR25 and A36.
    """
    mobile = (seat for seat in state.seats if not is_immobilised(state, seat))
    # The second side that can move ends the search: nearly always that of the second seat.
    side = side_of(state, first) if (first := next(mobile, None)) else ()
    if not side or any(seat not in side for seat in mobile):
        return None
    return end_event(state, mover, side, "immobilised")


def won_by_capture(state: State, mover: Seat) -> GameEnded | None:
    """Return the end of the game if a capture has won it.

    The last pieces (C37) are tested before immobility (C38), as A34 says.
    """
    if has_taken_all(state, mover):
        return end_event(state, mover, side_of(state, mover), "last_two")
    return won_by_walk(state, mover)


def has_taken_all(state: State, mover: Seat) -> bool:
    """Whether a seat that is not on the mover's side has no pieces left (C37, A93)."""
    return not seats_with_pieces(state).union(side_of(state, mover)).issuperset(state.seats)


def has_lost(before: State, after: State, seat: Seat) -> bool:
    """Whether a seat has fewer pieces than ``before``, of those that count (C41)."""
    return pieces_left(after)[seat] < pieces_left(before)[seat]


def end_event(state: State, seat: Seat, winners: tuple[Seat, ...], reason: str) -> GameEnded:
    """Return the event that ends the game with an action of ``seat``, with all win points."""
    return GameEnded(seat=seat, winners=winners, reason=reason, scores=win_points(state))


def outcome(state: State) -> Outcome | None:
    """Return how the game ended, None while it goes on."""
    return state.outcome
