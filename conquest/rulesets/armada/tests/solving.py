"""``python -m conquest.rulesets.armada.tests.solving NUMBER [WIDTH]``: find a way to win a mission
with three stars and record it, when the bots play otherwise than before.

A beam search that sees all ranks: the person who records a solution may know the seed.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any

import msgspec

from conquest.kit.hidden_army import Square
from conquest.kit.missions import MissionRun, Referee
from conquest.rulesets.armada import RULES
from conquest.rulesets.armada.campaign import CAMPAIGN, book
from conquest.rulesets.armada.campaign.schema import (
    CaptureGoal,
    HoldGoal,
    MissionFile,
    ReachGoal,
    Solution,
)
from conquest.rulesets.armada.model import State
from conquest.rulesets.armada.ranks import KING, lowest_rank
from conquest.rulesets.armada.reach import distances_to

REFEREE = Referee(RULES, CAMPAIGN)
SEEDS, WIDTH, FAR = 12, 8, 30


def find_solution(number: int, seed: bytes, width: int = WIDTH) -> MissionRun | None:
    """Return a run that wins all stars of a mission, if the search finds one."""
    told, beam = book.mission_file(number), [REFEREE.begin_run(number, seed)]
    for _ in range(told.limit + 1):
        found = dict[object, MissionRun]()
        for run in (after for before in beam for after in _further(told, before)):
            if run.stage.result and run.stage.result.stars == 3:
                return run
            if not run.stage.result:
                found[_looks(run.stage.state)] = run
        beam = sorted(found.values(), key=lambda run: -_promise(told, run.stage.state))[:width]
    return None


def _further(told: MissionFile, run: MissionRun) -> Iterator[MissionRun]:
    for choice in RULES.composing.legal_choices(run.stage.state, told.seat):
        if choice.piece:
            yield REFEREE.submit(run, choice.text)


def _looks(state: State) -> object:
    units = sorted((at, unit.seat, unit.rank) for at, unit in state.pieces.items())
    return (*units, *sorted((at, one.strength) for at, one in state.blockers.items()))


def _promise(told: MissionFile, state: State) -> float:
    """Return how good a position looks, by own losses and by the distance to the goal."""
    weight = 3.0 if told.stars.by == "losses" else 1.0
    return _toward(told, state) - weight * len(state.lost[told.seat])


def _toward(told: MissionFile, state: State) -> float:
    foes = {
        at: one.rank for at, one in state.pieces.items() if one.seat not in state.team_of("south")
    }
    taken = sum(len(state.lost[one]) for one in state.seats if one not in state.team_of(told.seat))
    match told.goal:
        case ReachGoal() as goal:
            units = [at for at in _own(told, state) if state.pieces[at].rank == goal.rank]
            ways = sorted(min(_apart(state, q, [at]) for q in goal.squares) for at in units)
            return 0.5 * taken - sum(ways[: goal.count])
        case HoldGoal(squares=squares):
            return 3 * taken + 0.15 * sum(_apart(state, at, list(foes)) for at in squares)
        case CaptureGoal():
            lows = {
                lowest_rank(state.ranks_of(seat))
                for seat in state.undefeated_seats
                if seat != told.seat
            }
            near = [at for at, rank in foes.items() if rank in {*lows, KING}]
            return 8 * taken - 0.3 * sum(_apart(state, at, _active(told, state)) for at in near)
        case _:
            [king, *_] = [at for at, rank in foes.items() if rank == KING]
            stones = sum(one.strength for one in state.blockers.values())
            ways = sorted(_apart(state, king, [at]) for at in _active(told, state))
            return 0.3 * taken - 0.2 * stones - 0.7 * sum(ways[:3])


def _own(told: MissionFile, state: State) -> list[Square]:
    return [at for at, one in state.pieces.items() if one.seat == told.seat]


def _active(told: MissionFile, state: State) -> list[Square]:
    rank = lowest_rank(state.ranks_of(told.seat))
    return [at for at in _own(told, state) if state.pieces[at].rank == rank]


def _apart(state: State, goal: Square, units: list[Square]) -> int:
    away = distances_to(state, goal)
    return min((away.get(at, FAR) for at in units), default=FAR)


def record(number: int, width: int) -> None:
    """Write the solution of a mission to the file beside it."""
    entry = book.mission_entries()[number - 1]
    for seed in (f"seed {number} {n}".encode() for n in range(SEEDS)):
        if run := find_solution(number, seed, width):
            turns = tuple(text for seat, text in run.turns if seat == entry.told.seat)
            path = book.FOLDER / f"{number:02}-{entry.name}{book.SOLVED}"
            told: Any = Solution(seed.hex(), 3, turns)
            path.write_bytes(msgspec.json.encode(told) + b"\n")
            print(path.name, len(turns))
            return
    print(f"no solution of mission {number} was found; try a greater width")


if __name__ == "__main__":
    record(int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else WIDTH)
