"""House players: they know what their seat sees, and weigh what the rest may be."""

from __future__ import annotations

from conquest.core import Numbers, Seat
from conquest.rulesets.espionage.choices import legal
from conquest.rulesets.espionage.model import State
from conquest.rulesets.espionage.mustering import HOUSE, camp_of, mirrored
from conquest.rulesets.espionage.orders import RESIGN, write_setup
from conquest.rulesets.espionage.rules import to_act


def hasty(state: State, seat: Seat, numbers: Numbers) -> str:
    """Return any legal turn, and any good set-up, at random."""
    if to_act(state).get(seat) == "setup":
        return set_up(state, seat, numbers)
    turns = legal(state, seat)
    return turns[numbers(len(turns))].text if turns else RESIGN


def set_up(state: State, seat: Seat, numbers: Numbers) -> str:
    """Return one of the good set-ups, mirrored or not."""
    _named, rows = HOUSE[state.size][numbers(len(HOUSE[state.size]))]
    camp = camp_of(state.size, seat, rows)
    return write_setup(mirrored(state.size, camp) if numbers(2) else camp)
