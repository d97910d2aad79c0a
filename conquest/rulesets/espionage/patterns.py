"""Set-ups kept for other games: row by row, the front row first, as their owner sees them."""

from __future__ import annotations

from conquest.core import Options, Patterns, Refused, Seat
from conquest.rulesets.espionage import refusals
from conquest.rulesets.espionage.board import zone
from conquest.rulesets.espionage.model import State
from conquest.rulesets.espionage.mustering import camp_of, draft, is_draft, lacks, rows_of
from conquest.rulesets.espionage.orders import split, write_setup
from conquest.rulesets.espionage.rules import check_camp


def kind(state: State) -> str:
    """Return the size of the board, which is that of the army, too."""
    return str(state.size)


def options(kind: str) -> Options:
    """Return the options of a table to which set-ups of a kind fit."""
    return {"size": int(kind)}


def of(state: State, seat: Seat, text: str) -> str:
    """Return the rows of a whole set-up, "" where the text is none."""
    if not is_draft(split(text)):
        return ""
    try:
        places = draft(state, seat, text)
    except Refused:
        return ""
    return "" if lacks(state.size, places) else rows_of(state.size, seat, places)


def text(state: State, seat: Seat, pattern: str) -> str:
    """Return the order that sets an army up in these rows.

    :raises Illegal: if they are not those of a whole army, or it stands already.
    """
    if state.is_set_up:
        raise refusals.no_set_up_now()
    if len(pattern.replace(" ", "")) != len(zone(seat, state.size)):
        raise refusals.wrong_army(state.size)
    camp = camp_of(state.size, seat, pattern)
    check_camp(state, seat, camp)
    return write_setup(camp)


PATTERNS: Patterns[State] = Patterns(kind, options, of, text)
