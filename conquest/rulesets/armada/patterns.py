"""Set-ups that people keep for other games: rows of ranks as their owner sees them, the front row
first."""

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
    """Return the number of players as the kind of a pattern: zones are alike, boards are not."""
    return str(state.players)


def table_options(kind: str) -> Options:
    """Return the options of a table for which patterns of a kind are made."""
    return {"players": int(kind)}


def pattern_of(state: State, seat: Seat, text: str) -> str:
    """Return the rows of a whole set-up, "" if the text is not one."""
    if not is_setup_draft(split_words(text)):
        return ""
    try:
        places = read_draft(state, seat, text)
    except Refused:
        return ""
    return "" if missing_ranks(places) else camp_to_rows(state.size, seat, places)


def orders_for(state: State, seat: Seat, pattern: str) -> str:
    """Return the order that sets up an army in the rows of a pattern.

    :raises Illegal: if the rows are not a whole army, or the armies are set up already.
    """
    if state.is_set_up:
        raise refusals.no_set_up_now()
    # camp_from_rows would raise a ValueError, which is not a refusal.
    if len(pattern.replace(" ", "")) != len(setup_zone(seat, state.size)):
        raise refusals.wrong_army()
    camp = camp_from_rows(state.size, seat, pattern)
    check_camp(state, seat, camp)
    return write_setup(camp)


PATTERNS: Patterns[State] = Patterns(pattern_kind, table_options, pattern_of, orders_for)
