"""What a seat may do in its turn or out of it: offer a draw, accept it, resign."""

from __future__ import annotations

from conquest.core import Seat, SideAction
from conquest.kit import duel
from conquest.rulesets.espionage.model import State


def side_actions(state: State, seat: Seat) -> tuple[SideAction, ...]:
    """Return what a seat may do in its turn or out of it: to resign, and a draw once both armies
    stand (O12, O13)."""
    if state.outcome:
        return ()
    return duel.side_actions(state.offer, seat) if state.is_set_up else (duel.RESIGN,)
