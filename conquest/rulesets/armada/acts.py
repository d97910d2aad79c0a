"""The side action of Iron Armada: to resign. Alliances are proposed as orders of a turn."""

from __future__ import annotations

from conquest.core import Phrase, Seat, SideAction
from conquest.rulesets.armada.model import State
from conquest.rulesets.armada.orders import RESIGN

GIVE_UP = SideAction(
    RESIGN,
    Phrase("Resign"),
    Phrase(
        "You lose your King at once. Your allies receive your units;"
        " without allies they become blockers."
    ),
    any_time=True,  # even while the answers to a proposal are awaited (O13, I19)
    is_grave=True,
    leaves=True,
)


def side_actions(state: State, seat: Seat) -> tuple[SideAction, ...]:
    """Return the side actions of a seat: to resign, once all armies are set up (O13)."""
    if state.outcome or not state.is_set_up or seat in state.defeated:
        return ()
    return (GIVE_UP,)
