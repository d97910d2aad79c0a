"""What a seat may do in its turn or out of it: offer a draw, accept it, resign."""

from __future__ import annotations

from conquest.core import Seat, SideAction
from conquest.kit import duel
from conquest.rulesets.bollwerk.model import State


def side_actions(state: State, seat: Seat) -> tuple[SideAction, ...]:
    """Return what a seat may do in its turn or out of it: a draw, and to resign (O12, O13)."""
    return () if state.outcome else duel.side_actions(state.offer, seat)
