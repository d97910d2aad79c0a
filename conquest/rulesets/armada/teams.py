"""Teams, and what becomes of alliances that are sworn (K21, HK27, I17 to I21)."""

from __future__ import annotations

from conquest.core import Seat
from conquest.rulesets.armada.board import SEATS
from conquest.rulesets.armada.model import State, Team


def join_teams(teams: tuple[Team, ...], pair: Team) -> tuple[Team, ...]:
    """Return the teams once a pair is allied; alliances are transitive (I17)."""
    touched = [team for team in teams if set(team) & set(pair)]
    seats = {*pair, *(seat for team in touched for seat in team)}
    others = [team for team in teams if team not in touched]
    joined = tuple(seat for seat in SEATS if seat in seats)
    return tuple(sorted((*others, joined), key=_first_seat_index))


def _first_seat_index(team: Team) -> int:
    return SEATS.index(team[0])


def undefeated_teams(state: State) -> list[Team]:
    """Return the undefeated seats of each team that has any."""
    alive = state.undefeated_seats
    if not state.allies:
        return [(seat,) for seat in alive]
    teams = dict.fromkeys(state.team_of(seat) for seat in alive)
    return [tuple(seat for seat in team if seat in alive) for team in teams]


def undefeated_enemies(state: State, seat: Seat) -> tuple[Seat, ...]:
    """Return the undefeated seats outside a seat's team (HK26)."""
    team = state.team_of(seat)
    return tuple(other for other in state.undefeated_seats if other not in team)


def unites_all(state: State, teams: tuple[Team, ...]) -> bool:
    """Return whether one of these teams has all undefeated seats."""
    alive = set(state.undefeated_seats)
    return any(alive <= set(team) for team in teams)


def _can_take_effect(state: State, pair: Team, teams: tuple[Team, ...]) -> bool:
    """Return whether a sworn pair becomes an alliance, which leads to these teams (I20)."""
    are_alive = set(pair) <= set(state.undefeated_seats)
    return are_alive and len(state.undefeated_seats) > 2 and not unites_all(state, teams)


def pledged_teams(state: State) -> tuple[Team, ...]:
    """Return the teams as they will be once all sworn alliances have taken effect."""
    teams = state.allies
    for pair in state.sworn:
        teams = join_teams(teams, pair)
    return teams


def settle_alliances(state: State) -> tuple[tuple[Team, ...], tuple[Team, ...]]:
    """Return which sworn alliances take effect at the end of a round, and which lapse (I20)."""
    teams, allied, lapsed = state.allies, list[Team](), list[Team]()
    # In the order they were sworn: an earlier pair can let a later one unite all (I20).
    for pair in state.sworn:
        after = join_teams(teams, pair)
        if not _can_take_effect(state, pair, after):
            lapsed.append(pair)
        else:
            allied.append(pair)
            teams = after
    return tuple(allied), tuple(lapsed)
