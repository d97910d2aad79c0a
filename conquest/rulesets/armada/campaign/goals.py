"""The end of a mission: whether it is won or lost, and with how many stars."""

from __future__ import annotations

from collections.abc import Iterable

from conquest.core import MOST_STARS, MissionResult, Phrase, Seat
from conquest.kit.hidden_army import Square
from conquest.rulesets.armada.campaign.schema import (
    CaptureGoal,
    HoldGoal,
    MissionFile,
    ProduceRule,
    ReachGoal,
    ReinforceRule,
    Stars,
)
from conquest.rulesets.armada.model import State

REACHED = Phrase("The goal is reached.")
DEFEATED = Phrase("All enemies are defeated.")
HELD = Phrase("You have held out.")
FALLEN = Phrase("Your King is lost.")
OVERRUN = Phrase("An enemy stands where none may come.")
TOO_FEW = Phrase("Too few units are left for the goal.")
TOO_LATE = Phrase("The rounds are over.")
DRAWN = Phrase("Nothing can be decided any more.")


def mission_result(
    mission: MissionFile, state: State, rounds: int, *, whole: int
) -> MissionResult | None:
    """Return how a mission has ended after some rounds, of which ``whole`` ones are complete;
    ``None`` while it goes on."""
    # Winning comes first: a goal that is reached in the last round counts.
    if why := _win_reason(mission, state, whole):
        return MissionResult(True, why, rounds, earned_stars(mission, state, rounds))
    why = _loss_reason(mission, state, whole)
    return MissionResult(False, why, rounds, 0) if why else None


def earned_stars(mission: MissionFile, state: State, rounds: int) -> int:
    """Return how many stars a won mission is worth, by rounds or by losses."""
    count = count_losses(state, mission.seat) if mission.stars.by == "losses" else rounds
    return _stars_for(mission.stars, count)


def _stars_for(stars: Stars, count: int) -> int:
    if count <= stars.three:
        return MOST_STARS
    return 2 if count <= stars.two else 1


def count_losses(state: State, seat: Seat) -> int:
    """Return the number of units that a seat has lost."""
    return len(state.lost.get(seat, ""))


def _win_reason(mission: MissionFile, state: State, rounds: int) -> Phrase | None:
    if state.outcome:
        return DEFEATED if mission.seat in state.outcome.winners else None
    if mission.seat in state.defeated:
        return None
    match mission.goal:
        case ReachGoal(rank=rank, squares=squares, count=count):
            return REACHED if _count_standing(state, mission.seat, rank, squares) >= count else None
        case CaptureGoal(ranks=ranks, count=count):
            return REACHED if _count_captured(state, mission.seat, ranks) >= count else None
        case HoldGoal(rounds=last, squares=squares):
            held = rounds >= last and not _is_overrun(state, mission.seat, squares)
            return HELD if held else None
        case _:
            return None


def _loss_reason(mission: MissionFile, state: State, rounds: int) -> Phrase | None:
    if mission.seat in state.defeated:
        return FALLEN
    if state.outcome:
        return DRAWN
    match mission.goal:
        case HoldGoal(squares=squares) if _is_overrun(state, mission.seat, squares):
            return OVERRUN
        case ReachGoal(rank=rank, count=count) if _are_too_few(mission, state, rank, count):
            return TOO_FEW
    return TOO_LATE if rounds >= mission.limit else None


def _count_standing(state: State, seat: Seat, rank: str, squares: Iterable[Square]) -> int:
    """Return the number of a seat's units of a rank on some squares."""
    units = (state.pieces.get(square) for square in squares)
    return sum(unit is not None and (unit.seat, unit.rank) == (seat, rank) for unit in units)


def _count_captured(state: State, seat: Seat, ranks: Iterable[str]) -> int:
    """Return the number of enemy units of some ranks that are lost."""
    team = state.team_of(seat)
    foes = "".join(state.lost.get(other, "") for other in state.seats if other not in team)
    return sum(foes.count(rank) for rank in ranks)


def _is_overrun(state: State, seat: Seat, squares: Iterable[Square]) -> bool:
    """Return whether an enemy stands on any of some squares."""
    units = (state.pieces.get(square) for square in squares)
    return any(unit is not None and unit.seat not in state.team_of(seat) for unit in units)


def _are_too_few(mission: MissionFile, state: State, rank: str, count: int) -> bool:
    """Return whether a goal is out of reach: too few units of the rank live, and none will come."""
    return state.ranks_of(mission.seat).count(rank) < count and not any(
        _brings_unit(rule, mission.seat, rank, state.round) for rule in mission.rules
    )


def _brings_unit(rule: object, seat: Seat, rank: str, round_: int) -> bool:
    match rule:
        case ProduceRule():
            return (rule.seat, rule.rank) == (seat, rank)
        case ReinforceRule():
            return rule.seat == seat and rank in rule.units.values() and rule.round > round_
        case _:
            return False
