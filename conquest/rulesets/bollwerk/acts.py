"""Side actions, which a seat may take in its turn or out of it: draw offers and resignation."""

from __future__ import annotations

from conquest.core import Seat, SideAction
from conquest.kit import duel
from conquest.rulesets.bollwerk.model import State


def side_actions(state: State, seat: Seat) -> tuple[SideAction, ...]:
    """Return the side actions open to a seat: offer or accept a draw, resign (O12, O13)."""
    return () if state.outcome else duel.side_actions(state.offer, seat)
