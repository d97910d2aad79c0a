"""The position as it would be if a seat were on turn now: what plans ahead are played on."""

from __future__ import annotations

from msgspec.structs import replace

from conquest.core import Seat
from conquest.islands.model import State, TurnEnded
from conquest.islands.rules.evolution import evolve


def suppose_turn(state: State, seat: Seat) -> State:
    """Return the position as if the seat had to go on with its turn, or began its next one.

    What others are asked is taken for answered by nothing; a game that is over goes on.
    """
    if state.turn == seat:
        return replace(state, window=None, plan=(), anyway=False, outcome=None)
    ahead = (state.seats.index(seat) - state.seats.index(state.turn)) % len(state.seats)
    before = replace(state, number=state.number + ahead - 1, outcome=None)
    return evolve(before, TurnEnded(seat=state.turn, number=before.number, next=seat))
