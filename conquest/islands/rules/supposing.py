"""The position as if a seat were on turn now, on which plans for the next turn are tried."""

from __future__ import annotations

from msgspec.structs import replace

from conquest.core import Seat
from conquest.islands.model import State, TurnEnded
from conquest.islands.rules.evolution import evolve


def suppose_turn(state: State, seat: Seat) -> State:
    """Return the position as if the seat went on with its turn, or began its next one.

    An open window is closed without a recapture; a game that is over goes on.
    """
    if state.turn == seat:
        return replace(state, window=None, plan=(), anyway=False, outcome=None)
    # The turns between are skipped, but counted: points depend on the number of the turn (C4).
    ahead = (state.seats.index(seat) - state.seats.index(state.turn)) % len(state.seats)
    before = replace(state, number=state.number + ahead - 1, outcome=None)
    return evolve(before, TurnEnded(seat=state.turn, number=before.number, next=seat))
