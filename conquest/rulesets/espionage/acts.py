"""Side actions, which a seat may take in its turn or out of it: draw offers and resignation."""

from __future__ import annotations

from conquest.core import Seat, SideAction
from conquest.kit import duel
from conquest.rulesets.espionage.model import State


def side_actions(state: State, seat: Seat) -> tuple[SideAction, ...]:
    """Return the side actions open to a seat: to resign at any time, to offer or accept a draw
    once both armies are set up (O12, O13)."""
    if state.outcome:
        return ()
    return duel.side_actions(state.offer, seat) if state.is_set_up else (duel.RESIGN,)
