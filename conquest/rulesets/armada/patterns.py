"""Set-ups kept for other games: row by row, the front row first, as their owner sees them."""

from __future__ import annotations

from conquest.core import Options, Patterns, Refused, Seat
from conquest.rulesets.armada import refusals
from conquest.rulesets.armada.board import zone
from conquest.rulesets.armada.camps import camp_of, rows_of
from conquest.rulesets.armada.model import State
from conquest.rulesets.armada.mustering import draft, is_draft, lacks
from conquest.rulesets.armada.orders import split, write_setup
from conquest.rulesets.armada.rules import check_camp


def kind(state: State) -> str:
    """Return how many play; their start zones are alike, their boards are not."""
    return str(state.players)


def options(kind: str) -> Options:
    """Return the options of a table to which set-ups of a kind fit."""
    return {"players": int(kind)}


def of(state: State, seat: Seat, text: str) -> str:
    """Return the rows of a whole set-up, "" where the text is none."""
    if not is_draft(split(text)):
        return ""
    try:
        places = draft(state, seat, text)
    except Refused:
        return ""
    return "" if lacks(places) else rows_of(state.size, seat, places)


def text(state: State, seat: Seat, pattern: str) -> str:
    """Return the order that sets an army up in these rows.

    :raises Illegal: if they are not those of a whole army, or it stands already.
    """
    if state.is_set_up:
        raise refusals.no_set_up_now()
    if len(pattern.replace(" ", "")) != len(zone(seat, state.size)):
        raise refusals.wrong_army()
    camp = camp_of(state.size, seat, pattern)
    check_camp(state, seat, camp)
    return write_setup(camp)


PATTERNS: Patterns[State] = Patterns(kind, options, of, text)
