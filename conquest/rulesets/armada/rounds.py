"""From one seat to the next: turns, forced passes, throws of the defeated, rounds (K16, HK25,
HK26, HK30, I20, I23 to I25, I42)."""

from __future__ import annotations

from conquest.core import Seat
from conquest.rulesets.armada.board import setup_zone
from conquest.rulesets.armada.defeats import check_end
from conquest.rulesets.armada.ending import draw_reason, end_event
from conquest.rulesets.armada.model import (
    Called,
    Passed,
    PlayBegan,
    RoundEnded,
    State,
    TurnEnded,
    ZoneCancelled,
)
from conquest.rulesets.armada.moves import can_act
from conquest.rulesets.armada.progress import OrderProgress
from conquest.rulesets.armada.ranks import KING
from conquest.rulesets.armada.teams import settle_alliances, undefeated_enemies

GRACE = 5
"""How many own turns a King has to leave his zone (K14)."""


def end_turn(progress: OrderProgress, seat: Seat) -> None:
    """End the turn of a seat; from the fifth on a King still in his zone cancels it (HK16)."""
    progress.apply_event(TurnEnded(seat=seat, number=progress.state.number))
    state = progress.state
    if state.turns[seat] >= GRACE and state.zones[seat] and has_king_at_home(state, seat):
        progress.apply_event(ZoneCancelled(seat=seat))


def has_king_at_home(state: State, seat: Seat) -> bool:
    """Return whether a seat's King stands in its start zone (K13)."""
    units = (state.pieces.get(square) for square in setup_zone(seat, state.size))
    return any(unit and (unit.seat, unit.rank) == (seat, KING) for unit in units)


def owes_throw(state: State, seat: Seat) -> bool:
    """Return whether a defeated seat has a throw: a die is left, and two enemies (K16, K17)."""
    return state.pool > 0 and len(undefeated_enemies(state, seat)) >= 2


def advance_turn(progress: OrderProgress) -> None:
    """Go on behind the seat whose place it was to the next that owes something."""
    _call_next_seat(progress)
    skip_idle_seats(progress)


def skip_idle_seats(progress: OrderProgress) -> None:
    """Go on to a seat that owes something: past the defeated without a throw, and past those
    who can activate nothing, for whom it counts as a turn (I23, I55)."""
    if progress.state.outcome is None:
        check_end(progress, progress.state.turn)
    while progress.state.outcome is None and not _owes_decision(progress.state):
        seat = progress.state.turn
        if seat not in progress.state.defeated:
            progress.apply_event(Passed(seat=seat))
            end_turn(progress, seat)
        _call_next_seat(progress)


def _owes_decision(state: State) -> bool:
    if state.turn in state.defeated:
        return owes_throw(state, state.turn)
    return can_act(state, state.turn)


def _call_next_seat(progress: OrderProgress) -> None:
    """Give the place to the next seat; behind the last one the round ends."""
    state = progress.state
    place = state.seats.index(state.turn) + 1
    if place == len(state.seats):
        _end_round(progress)
    if progress.state.outcome is None:
        progress.apply_event(Called(seat=state.seats[place % len(state.seats)]))


def _end_round(progress: OrderProgress) -> None:
    state = progress.state
    if reason := draw_reason(state):
        progress.apply_event(end_event(state.turn, (), reason))
        return
    allied, lapsed = settle_alliances(state)
    progress.apply_event(
        RoundEnded(seat=state.turn, round=state.round, allied=allied, lapsed=lapsed)
    )


def call_next_throw(progress: OrderProgress) -> None:
    """Go on to the next opening throw, or to the first turn (I3, I51)."""
    state = progress.state
    later = state.seats[state.seats.index(state.turn) + 1 :]
    following = next((seat for seat in later if seat not in state.defeated), None)
    if following:
        progress.apply_event(Called(seat=following))
        return
    progress.apply_event(PlayBegan(seat=state.seats[0]))
    skip_idle_seats(progress)
