"""The position as it would be if a seat were on turn now, on which plans ahead are tried out."""

from __future__ import annotations

from msgspec.structs import replace

from conquest.core import Seat
from conquest.rulesets.armada.model import State


def suppose_turn(state: State, seat: Seat) -> State:
    """Return the position as if a seat were on turn; a game that is over goes on.

    No turn is supposed while the armies are being set up, nor for a defeated seat.
    """
    if not state.is_set_up or seat in state.defeated:
        return replace(state, outcome=None)
    is_on_turn = state.turn == seat and not state.opening
    number = state.number if is_on_turn else state.number + 1
    return replace(state, turn=seat, number=number, opening=False, proposal=None, outcome=None)
