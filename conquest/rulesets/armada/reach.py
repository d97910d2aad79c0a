"""How far it is from square to square, and where enemies may strike next, for house players."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping

from conquest.core import Seat
from conquest.rulesets.armada.board import Square, ahead, beside
from conquest.rulesets.armada.ground import phase, touched
from conquest.rulesets.armada.guessing import Guess
from conquest.rulesets.armada.model import State
from conquest.rulesets.armada.ranks import LAST_PHASE, value

_STEPS = ((0, 1), (1, 0), (0, -1), (-1, 0))


def distances(state: State, goal: Square) -> dict[Square, int]:
    """Return how many steps each square is away from one, round blockers and terrain."""
    closed, found, open_ = touched(state), {goal: 0}, deque([goal])
    while open_:
        at = open_.popleft()
        for near in beside(at, state.size):
            if near not in found and near not in closed:
                found[near] = found[at] + 1
                open_.append(near)
    return found


def threats(state: State, seat: Seat, guess: Guess) -> Mapping[Square, float]:
    """Return how likely each square is within reach of an enemy that can move."""
    closed, team, found = touched(state), state.team(seat), dict[Square, float]()
    for start, unit in state.pieces.items():
        if unit.seat in team:
            continue
        chance = guess.moves(start)
        for square in _reached(state, start, value(guess.active(unit.seat)), closed):
            found[square] = max(found.get(square, 0.0), chance)
    return found


def own_reach(state: State, seat: Seat) -> dict[Square, set[Square]]:
    """Return the squares within reach of each unit of a seat's lowest class."""
    closed, own = touched(state), phase(state, seat)
    return {
        start: _reached(state, start, own, closed)
        for start, unit in state.pieces.items()
        if unit.seat == seat and value(unit.rank) == own
    }


def _reached(
    state: State, start: Square, reach: int, closed: Mapping[Square, Square]
) -> set[Square]:
    """Return the squares within reach of a unit, whoever else stands there."""
    if reach == LAST_PHASE:
        return _lines(state, start, closed)
    edge, found = {start}, {start}
    for _ in range(reach):
        edge = {
            near
            for at in edge
            if at == start or at not in state.pieces
            for near in beside(at, state.size)
            if near not in closed and near not in found
        }
        found |= edge
    return found - {start}


def _lines(state: State, start: Square, closed: Mapping[Square, Square]) -> set[Square]:
    found = set[Square]()
    for step in _STEPS:
        at = ahead(start, step, state.size)
        while at and at not in closed:
            found.add(at)
            if at in state.pieces:
                break
            at = ahead(at, step, state.size)
    return found
