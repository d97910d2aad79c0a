"""The ends of a game: one team is left, nobody can act, or nothing happens (HK29, HK30)."""

from __future__ import annotations

from conquest.core import Outcome, Seat, Team
from conquest.kit.duel import GameEnded
from conquest.rulesets.armada.model import State
from conquest.rulesets.armada.teams import undefeated_teams

LAST_STANDING, NOBODY_ACTS, QUIET_ROUNDS = "last_standing", "nobody_acts", "quiet_rounds"
# Whole rounds: without any activation, and without a capture or a damaged blocker (HK30).
IDLE, QUIET = 3, 40


def last_team(state: State) -> tuple[Seat, ...] | None:
    """Return the undefeated seats of the only team that is left, ``None`` while there are more
    teams (K1, K2, I41)."""
    teams = undefeated_teams(state)
    # A position that was given can have no undefeated seat at all; then nobody has won.
    return (teams[0] if teams else ()) if len(teams) < 2 else None


def draw_reason(state: State) -> str:
    """Return why the game is drawn at the end of this round, "" if it goes on (HK30, I25)."""
    # Both can hold at once; that nobody acts comes first (I25).
    if state.round - state.acted >= IDLE:
        return NOBODY_ACTS
    return QUIET_ROUNDS if state.round - state.stirred >= QUIET else ""


def end_event(seat: Seat, winners: tuple[Seat, ...], reason: str) -> GameEnded:
    """Return the event that ends the game after an order of a seat; no winners mean a draw."""
    return GameEnded(seat=seat, winners=winners, reason=reason)


def outcome_with_places(state: State, winners: tuple[Seat, ...], reason: str) -> Outcome:
    """Return the outcome with the place of each seat.

    Undefeated seats share the first place; a seat that was defeated later is placed before one
    that was defeated earlier. Alliances made in the game are no sides of the table, so each seat
    is placed by itself.
    """
    first = tuple(seat for seat in state.seats if seat not in state.defeated)
    order = [first, *((seat,) for seat in reversed(state.defeated))]
    places, place = dict[Seat, int](), 1
    for group in order:
        places.update(dict.fromkeys(group, place))
        place += len(group)
    teams = tuple(Team((seat,), places[seat]) for seat in state.seats)
    return Outcome(winners, reason, {}, teams)
