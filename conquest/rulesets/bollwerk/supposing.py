"""The position as it would be if a seat were on turn now: what plans ahead are tried out on."""

from __future__ import annotations

from msgspec.structs import replace

from conquest.core import Seat
from conquest.rulesets.bollwerk.model import State


def suppose_turn(state: State, seat: Seat) -> State:
    """Return the position as if the seat were on turn; a game that is over goes on."""
    if state.turn == seat:
        return replace(state, outcome=None)
    return replace(state, turn=seat, number=state.number + 1, barred=(), outcome=None)
