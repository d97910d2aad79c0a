"""The position as if a seat were on turn now, on which turns planned ahead are tried out."""

from __future__ import annotations

from msgspec.structs import replace

from conquest.core import Seat
from conquest.rulesets.espionage.model import State


def suppose_turn(state: State, seat: Seat) -> State:
    """Return the position as if the seat were on turn and the game not over.

    During set-up no seat can be on turn, so the position stays as it is.
    """
    if not state.is_set_up or state.turn == seat:
        return replace(state, outcome=None)
    return replace(state, turn=seat, number=state.number + 1, outcome=None)
