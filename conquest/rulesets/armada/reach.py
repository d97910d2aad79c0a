"""How far it is from square to square, and where enemies may strike next, for house players."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping

from conquest.core import Seat
from conquest.rulesets.armada.board import Square, adjacent_squares, next_square
from conquest.rulesets.armada.ground import closed_squares, seat_phase
from conquest.rulesets.armada.model import State
from conquest.rulesets.armada.rank_odds import RankGuess
from conquest.rulesets.armada.ranks import LAST_PHASE, rank_value

_STEPS = ((0, 1), (1, 0), (0, -1), (-1, 0))


def distances_to(state: State, goal: Square) -> dict[Square, int]:
    """Return how many steps each square is away from one, round blockers and terrain."""
    closed, found, open_ = closed_squares(state), {goal: 0}, deque([goal])
    while open_:
        at = open_.popleft()
        for near in adjacent_squares(at, state.size):
            if near not in found and near not in closed:
                found[near] = found[at] + 1
                open_.append(near)
    return found


def threat_by_square(state: State, seat: Seat, guess: RankGuess) -> Mapping[Square, float]:
    """Return how likely each square is within reach of an enemy that can move."""
    closed, team, found = closed_squares(state), state.team_of(seat), dict[Square, float]()
    for start, unit in state.pieces.items():
        if unit.seat in team:
            continue
        chance = guess.move_chance(start)
        for square in _unit_reach(state, start, rank_value(guess.active_rank(unit.seat)), closed):
            found[square] = max(found.get(square, 0.0), chance)
    return found


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
    """Return the squares within reach of a unit, whoever else stands there."""
    if reach == LAST_PHASE:
        return _line_reach(state, start, closed)
    edge, found = {start}, {start}
    for _ in range(reach):
        edge = {
            near
            for at in edge
            if at == start or at not in state.pieces
            for near in adjacent_squares(at, state.size)
            if near not in closed and near not in found
        }
        found |= edge
    return found - {start}


def _line_reach(state: State, start: Square, closed: Mapping[Square, Square]) -> set[Square]:
    found = set[Square]()
    for step in _STEPS:
        at = next_square(start, step, state.size)
        while at and at not in closed:
            found.add(at)
            if at in state.pieces:
                break
            at = next_square(at, step, state.size)
    return found
