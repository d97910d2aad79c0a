"""Set-ups saved for other games, row by row, the front row first, as their owner sees them."""

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
    """Return the kind of set-up that fits a game: its size, which fixes board and army."""
    return str(state.size)


def table_options(kind: str) -> Options:
    """Return the options of a table for which set-ups of a kind fit."""
    return {"size": int(kind)}


def pattern_of(state: State, seat: Seat, text: str) -> str:
    """Return the rows of a complete set-up, "" if the text is anything else."""
    if not is_setup_draft(split_words(text)):
        return ""
    try:
        places = read_draft(state, seat, text)
    except Refused:
        return ""
    return "" if missing_ranks(state.size, places) else camp_to_rows(state.size, seat, places)


def orders_for(state: State, seat: Seat, pattern: str) -> str:
    """Return the order that sets up an army in the rows of a pattern.

    :raises Illegal: if the rows are not a complete army, or play has begun.
    """
    if state.is_set_up:
        raise refusals.no_set_up_now()
    # ``camp_from_rows`` takes only rows that fill the zone.
    if len(pattern.replace(" ", "")) != len(setup_zone(seat, state.size)):
        raise refusals.wrong_army(state.size)
    camp = camp_from_rows(state.size, seat, pattern)
    check_camp(state, seat, camp)
    return write_setup(camp)


PATTERNS: Patterns[State] = Patterns(pattern_kind, table_options, pattern_of, orders_for)
