"""How a game ends: by a fight, for lack of mobile pieces or moves, by quiet, by agreement."""

from __future__ import annotations

from conquest.core import Seat
from conquest.kit.duel import GameEnded
from conquest.rulesets.espionage.model import Event, Fought, State
from conquest.rulesets.espionage.moves import has_legal_step
from conquest.rulesets.espionage.ranks import SEATS, can_move, other_seat


def end_after_move(state: State, event: Event) -> GameEnded | None:
    """Return the end of the game after the single move that led to this state, None if it goes on.

    The checks have this order (EP17): headquarters, armies (HE16, HE17), quiet moves (HE18).
    """
    if isinstance(event, Fought) and event.result == "headquarters":
        return end_event(event.seat, (event.seat,), "headquarters")
    # One fight on a mine can take the last mobile pieces of both sides: then it is a draw (HE17).
    alive = tuple(seat for seat in SEATS if has_mobile_piece(state, seat))
    if len(alive) < len(SEATS):
        return end_event(event.seat, alive, "army_destroyed" if alive else "both_destroyed")
    if state.quiet >= state.limit:
        return end_event(event.seat, (), "quiet_moves")
    return None


def has_mobile_piece(state: State, seat: Seat) -> bool:
    """Return whether a seat has a piece that may be mobile; an unknown rank may be."""
    return any(piece.seat == seat and can_move(piece.rank) for piece in state.pieces.values())


def end_if_immobile(state: State, mover: Seat) -> GameEnded | None:
    """Return the end of the game if the seat now on turn cannot move, else None (E32, EP18)."""
    if has_legal_step(state, state.turn):
        return None
    return end_event(mover, (other_seat(state.turn),), "no_move")


def end_event(seat: Seat, winners: tuple[Seat, ...], reason: str) -> GameEnded:
    """Return the event that ends the game after an action of a seat; a draw has no winners."""
    return GameEnded(seat=seat, winners=winners, reason=reason)
