"""Set-ups kept for other games: row by row, the front row first, as their owner sees them."""

from __future__ import annotations

from conquest.core import Options, Patterns, Refused, Seat
from conquest.rulesets.armada import refusals
from conquest.rulesets.armada.board import setup_zone
from conquest.rulesets.armada.camps import camp_from_rows, camp_to_rows
from conquest.rulesets.armada.model import State
from conquest.rulesets.armada.orders import split_words, write_setup
from conquest.rulesets.armada.rules import check_camp
from conquest.rulesets.armada.setup_draft import is_setup_draft, missing_ranks, read_draft


def pattern_kind(state: State) -> str:
    """Return how many play; their start zones are alike, their boards are not."""
    return str(state.players)


def table_options(kind: str) -> Options:
    """Return the options of a table to which set-ups of a kind fit."""
    return {"players": int(kind)}


def pattern_of(state: State, seat: Seat, text: str) -> str:
    """Return the rows of a whole set-up, "" where the text is none."""
    if not is_setup_draft(split_words(text)):
        return ""
    try:
        places = read_draft(state, seat, text)
    except Refused:
        return ""
    return "" if missing_ranks(places) else camp_to_rows(state.size, seat, places)


def orders_for(state: State, seat: Seat, pattern: str) -> str:
    """Return the order that sets an army up in these rows.

    :raises Illegal: if they are not those of a whole army, or it stands already.
    """
    if state.is_set_up:
        raise refusals.no_set_up_now()
    if len(pattern.replace(" ", "")) != len(setup_zone(seat, state.size)):
        raise refusals.wrong_army()
    camp = camp_from_rows(state.size, seat, pattern)
    check_camp(state, seat, camp)
    return write_setup(camp)


PATTERNS: Patterns[State] = Patterns(pattern_kind, table_options, pattern_of, orders_for)
