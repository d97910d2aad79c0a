"""The position as if a seat were on turn now, on which turns planned ahead are tried out."""

from __future__ import annotations

from msgspec.structs import replace

from conquest.core import Seat
from conquest.rulesets.bollwerk.model import State


def suppose_turn(state: State, seat: Seat) -> State:
    """Return the position as if the seat were on turn and the game not over."""
    if state.turn == seat:
        return replace(state, outcome=None)
    # Barred squares bind only the turn they were meant for (B101, G17).
    return replace(state, turn=seat, number=state.number + 1, barred=(), outcome=None)
