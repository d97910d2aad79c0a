"""What a seat may do in its turn or out of it: resign. Alliances are proposed as turns are."""

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
    any_time=True,
    is_grave=True,
    leaves=True,
)


def side_actions(state: State, seat: Seat) -> tuple[SideAction, ...]:
    """Return what a seat may do: resign, once the armies stand (O13)."""
    if state.outcome or not state.is_set_up or seat in state.defeated:
        return ()
    return (GIVE_UP,)
