"""Set-ups kept for other games: row by row, the front row first, as their owner sees them."""

from __future__ import annotations

from conquest.core import Options, Patterns, Refused, Seat
from conquest.rulesets.espionage import refusals
from conquest.rulesets.espionage.board import setup_zone
from conquest.rulesets.espionage.model import State
from conquest.rulesets.espionage.orders import split_words, write_setup
from conquest.rulesets.espionage.rules import check_camp
from conquest.rulesets.espionage.setup_draft import (
    camp_from_rows,
    camp_to_rows,
    is_setup_draft,
    missing_ranks,
    read_draft,
)


def pattern_kind(state: State) -> str:
    """Return the size of the board, which is that of the army, too."""
    return str(state.size)


def table_options(kind: str) -> Options:
    """Return the options of a table to which set-ups of a kind fit."""
    return {"size": int(kind)}


def pattern_of(state: State, seat: Seat, text: str) -> str:
    """Return the rows of a whole set-up, "" where the text is none."""
    if not is_setup_draft(split_words(text)):
        return ""
    try:
        places = read_draft(state, seat, text)
    except Refused:
        return ""
    return "" if missing_ranks(state.size, places) else camp_to_rows(state.size, seat, places)


def orders_for(state: State, seat: Seat, pattern: str) -> str:
    """Return the order that sets an army up in these rows.

    :raises Illegal: if they are not those of a whole army, or it stands already.
    """
    if state.is_set_up:
        raise refusals.no_set_up_now()
    if len(pattern.replace(" ", "")) != len(setup_zone(seat, state.size)):
        raise refusals.wrong_army(state.size)
    camp = camp_from_rows(state.size, seat, pattern)
    check_camp(state, seat, camp)
    return write_setup(camp)


PATTERNS: Patterns[State] = Patterns(pattern_kind, table_options, pattern_of, orders_for)
