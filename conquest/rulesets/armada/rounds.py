"""The order of play: ends of turns, forced passes, throws of defeated seats, and rounds (K16, HK25,
HK26, HK30, I20, I23 to I25, I42)."""

from __future__ import annotations

from conquest.core import Seat
from conquest.rulesets.armada.board import setup_zone
from conquest.rulesets.armada.defeats import check_end
from conquest.rulesets.armada.ending import draw_reason, end_event
from conquest.rulesets.armada.evolution import Progress
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
from conquest.rulesets.armada.ranks import KING
from conquest.rulesets.armada.teams import settle_alliances, undefeated_enemies

GRACE = 5
"""The number of own turns in which a King has to leave its zone (K14)."""


def end_turn(progress: Progress, seat: Seat) -> None:
    """End the turn of a seat; from its fifth on, a King still in its zone cancels it (HK16)."""
    progress.apply_event(TurnEnded(seat=seat, number=progress.state.number))
    state = progress.state
    if state.turns[seat] >= GRACE and state.zones[seat] and has_king_at_home(state, seat):
        progress.apply_event(ZoneCancelled(seat=seat))


def has_king_at_home(state: State, seat: Seat) -> bool:
    """Return whether a seat's King stands in its start zone (K13)."""
    units = map(state.pieces.get, setup_zone(seat, state.size))
    return any(unit.rank == KING and unit.seat == seat for unit in units if unit)


def owes_throw(state: State, seat: Seat) -> bool:
    """Return whether a defeated seat owes a throw: a die and two enemies are left (K16, K17)."""
    return state.pool > 0 and len(undefeated_enemies(state, seat)) >= 2


def advance_turn(progress: Progress) -> None:
    """Go on from the seat whose place it was to the next one that owes something."""
    _call_next_seat(progress)
    skip_idle_seats(progress)


def skip_idle_seats(progress: Progress) -> None:
    """Go on to a seat that owes something: past defeated seats without a throw, and past seats
    that cannot activate any unit, for which it counts as a turn (I23, I55)."""
    # A position that was given can be over before anybody acts (O9).
    if progress.state.outcome is None:
        check_end(progress, progress.state.turn)
    # This comes to an end: after three rounds in which nobody acts the game is drawn (HK30).
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


def _call_next_seat(progress: Progress) -> None:
    """Give the place to the next seat; after the last seat the round ends."""
    state = progress.state
    # Rounds are counted by all places, also those of defeated seats (HK25, I20).
    place = state.seats.index(state.turn) + 1
    if place == len(state.seats):
        _end_round(progress)
    if progress.state.outcome is None:
        progress.apply_event(Called(seat=state.seats[place % len(state.seats)]))


def _end_round(progress: Progress) -> None:
    state = progress.state
    if reason := draw_reason(state):
        progress.apply_event(end_event(state.turn, (), reason))
        return
    allied, lapsed = settle_alliances(state)
    progress.apply_event(
        RoundEnded(seat=state.turn, round=state.round, allied=allied, lapsed=lapsed)
    )


def call_next_throw(progress: Progress) -> None:
    """Go on to the next opening throw, or after the last one to the first turn (I3, I51)."""
    state = progress.state
    # A seat can lose its King before its opening throw, and then has none (I51).
    later = state.seats[state.seats.index(state.turn) + 1 :]
    following = next((seat for seat in later if seat not in state.defeated), None)
    if following:
        progress.apply_event(Called(seat=following))
        return
    progress.apply_event(PlayBegan(seat=state.seats[0]))
    skip_idle_seats(progress)
