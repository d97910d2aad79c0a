"""Distances between squares, and the squares that units can reach next, for bots."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping

from conquest.core import Seat
from conquest.kit.hidden_army import STRAIGHT, Square, squares_around
from conquest.rulesets.armada.board import next_square
from conquest.rulesets.armada.ground import closed_squares, seat_phase
from conquest.rulesets.armada.model import State
from conquest.rulesets.armada.rank_odds import RankGuess
from conquest.rulesets.armada.ranks import LAST_PHASE, rank_value


def distances_to(state: State, goal: Square) -> dict[Square, int]:
    """Return the number of steps from each square to a goal, around blockers and terrain."""
    closed, distances, queue = closed_squares(state), {goal: 0}, deque([goal])
    while queue:
        at = queue.popleft()
        for near in squares_around(at, state.size):
            if near not in distances and near not in closed:
                distances[near] = distances[at] + 1
                queue.append(near)
    return distances


def threat_by_square(state: State, seat: Seat, guess: RankGuess) -> Mapping[Square, float]:
    """Return the probability that an enemy unit that can move reaches each square."""
    closed, team, threats = closed_squares(state), state.team_of(seat), dict[Square, float]()
    for start, unit in state.pieces.items():
        if unit.seat in team:
            continue
        chance = guess.move_chance(start)
        for square in _unit_reach(state, start, rank_value(guess.active_rank(unit.seat)), closed):
            threats[square] = max(threats.get(square, 0.0), chance)
    return threats


def own_reach(state: State, seat: Seat) -> dict[Square, set[Square]]:
    """Return the squares within reach of each unit of a seat's lowest class."""
    closed, own = closed_squares(state), seat_phase(state, seat)
    return {
        start: _unit_reach(state, start, own, closed)
        for start, unit in state.pieces.items()
        if unit.seat == seat and rank_value(unit.rank) == own
    }


def _unit_reach(
    state: State, start: Square, reach: int, closed: Mapping[Square, Square]
) -> set[Square]:
    """Return the squares within reach of a unit, also those on which another unit stands."""
    if reach == LAST_PHASE:
        return _line_reach(state, start, closed)
    edge, reached = {start}, {start}
    for _ in range(reach):
        edge = {
            near
            for at in edge
            # Nothing beyond a unit is reached; that units can pass their own is left out.
            if at == start or at not in state.pieces
            for near in squares_around(at, state.size)
            if near not in closed and near not in reached
        }
        reached |= edge
    return reached - {start}


def _line_reach(state: State, start: Square, closed: Mapping[Square, Square]) -> set[Square]:
    reached = set[Square]()
    for step in STRAIGHT:
        at = next_square(start, step, state.size)
        while at and at not in closed:
            reached.add(at)
            if at in state.pieces:
                break
            at = next_square(at, step, state.size)
    return reached
