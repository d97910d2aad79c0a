"""How a game ends: the tests after a capture, after a recapture and at the end of a turn."""

from __future__ import annotations

from conquest.core import Outcome, Seat
from conquest.rulesets.conquest.model import QUIET_ROUNDS, GameEnded, State
from conquest.rulesets.conquest.sides import side, sides
from conquest.rulesets.conquest.tally import (
    mobile_seats,
    pieces_left,
    win_points,
    winners_on_points,
)


def win_by_walk(state: State, mover: Seat) -> GameEnded | None:
    """Test whether a completed order leaves one side alone able to move (C38, CR25, A36)."""
    mobile = sides(state, mobile_seats(state))
    return _ended(state, mover, mobile.pop(), "immobilised") if len(mobile) == 1 else None


def win_by_capture(state: State, mover: Seat) -> GameEnded | None:
    """Test what a capture has won: the last pieces (C37), then immobility (C38), as in A34."""
    if _has_taken_all(state, mover):
        return _ended(state, mover, side(state, mover), "last_two")
    return win_by_walk(state, mover)


def _has_taken_all(state: State, mover: Seat) -> bool:
    left, own = pieces_left(state), side(state, mover)
    return any(not left[seat] for seat in state.seats if seat not in own)


def win_by_recapture(before: State, after: State) -> GameEnded | None:
    """Test what a recapture has won or ended, the exposed attacker's loss included (C41)."""
    window, attacker = before.window, before.turn
    assert window
    if win := win_by_capture(after, window.seat):
        return win
    if window.exposed and pieces_left(after)[attacker] < pieces_left(before)[attacker]:
        return _ended(after, window.seat, winners_on_points(after), "exposed_recaptured")
    return None


def win_by_turn_end(state: State, seat: Seat) -> GameEnded | None:
    """Test the position after a turn of ``seat``: one piece left (C39), quiet rounds (C40)."""
    if 1 in pieces_left(state).values():
        return _ended(state, seat, winners_on_points(state), "one_left")
    if state.since_capture >= QUIET_ROUNDS * len(state.seats):
        return _ended(state, seat, winners_on_points(state), "quiet_rounds")
    return None


def _ended(state: State, seat: Seat, winners: tuple[Seat, ...], reason: str) -> GameEnded:
    return GameEnded(seat=seat, winners=winners, reason=reason, scores=win_points(state))


def outcome(state: State) -> Outcome | None:
    """Say how the game ended, None while it goes on."""
    return state.outcome
