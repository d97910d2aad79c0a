"""What a seat may do in its turn or out of it: offer a draw, accept it, resign."""

from __future__ import annotations

from conquest.core import Act, Phrase, Seat
from conquest.rulesets.espionage.model import State
from conquest.rulesets.espionage.orders import ACCEPT, OFFER, RESIGN

_OFFER = Act(
    OFFER,
    Phrase("Offer a draw"),
    Phrase("The offer stands until the other side accepts it or completes a turn."),
)
_ACCEPT = Act(
    ACCEPT,
    Phrase("Accept the draw"),
    Phrase("The game is over at once, and nobody has won."),
    is_grave=True,
)
_RESIGN = Act(
    RESIGN,
    Phrase("Resign"),
    Phrase("The game is over at once, and the other side has won."),
    any_time=True,
    is_grave=True,
    leaves=True,
)


def acts(state: State, seat: Seat) -> tuple[Act, ...]:
    """Return what a seat may do in its turn or out of it: a draw, and to resign (O12, O13)."""
    if state.outcome:
        return ()
    if not state.is_set_up or state.offer == seat:
        return (_RESIGN,)
    return (_ACCEPT if state.offer else _OFFER), _RESIGN
