"""The judgement of missions: the game's own, then their special rules, then the goal (K45)."""

from __future__ import annotations

from typing import TypeAlias

from conquest.core import MissionStage, Numbers, Seat
from conquest.kit.submission import OrderProgress, game_over
from conquest.rulesets.armada.campaign import book, special_rules
from conquest.rulesets.armada.campaign.goals import mission_result
from conquest.rulesets.armada.campaign.schema import (
    LotsRule,
    MissionFile,
    ProduceRule,
    RainRule,
    ReinforceRule,
)
from conquest.rulesets.armada.evolution import Progress, evolve
from conquest.rulesets.armada.model import Event, RoundEnded, State, TurnEnded
from conquest.rulesets.armada.orders import read_orders
from conquest.rulesets.armada.position import open_case
from conquest.rulesets.armada.rounds import skip_idle_seats
from conquest.rulesets.armada.rules import decide

Counts: TypeAlias = dict[str, int]
Played: TypeAlias = tuple[tuple[Event, ...], MissionStage[State]]


def begin_mission(number: int, numbers: Numbers) -> MissionStage[State]:
    """Return the first stage of a mission by its number; lots are dealt by the numbers."""
    return first_stage(book.mission_file(number), numbers)


def first_stage(mission: MissionFile, numbers: Numbers) -> MissionStage[State]:
    """Return the first stage of a mission: its case, with lots dealt."""
    state = open_case(mission.case)
    for rule in mission.rules:
        if isinstance(rule, LotsRule):
            state = special_rules.deal_lots(state, rule, numbers)
    return MissionStage(state, state.round)


def play_orders(
    number: int, stage: MissionStage[State], seat: Seat, text: str, numbers: Numbers
) -> Played:
    """Carry out a seat's orders in a mission; return the events and the stage after them.

    :raises Refused: as the game's judgement does, and if the mission is over.
    """
    return carry_out_orders(book.mission_file(number), stage, seat, text, numbers)


def carry_out_orders(
    mission: MissionFile, stage: MissionStage[State], seat: Seat, text: str, numbers: Numbers
) -> Played:
    """Carry out a seat's orders, then the special rules, and see whether the mission has ended."""
    if stage.result:
        raise game_over()
    before = stage.state
    decided = decide(before, seat, read_orders(before, seat, text), numbers)
    progress: Progress = OrderProgress(evolve, before, numbers)
    counts = dict(stage.counts)
    for event in decided:
        progress.apply_event(event)
    _count_rest(mission, before, decided, counts)
    _apply_special_rules(mission, progress, counts)
    end = mission_result(mission, progress.state, before.round, whole=progress.state.round - 1)
    return tuple(progress.events), MissionStage(progress.state, progress.state.round, counts, end)


def _count_rest(
    mission: MissionFile, before: State, events: tuple[Event, ...], counts: Counts
) -> None:
    """Count for how many own turns in a row each King that brings units by resting has rested."""
    for rule in mission.rules:
        if isinstance(rule, ProduceRule):
            # One submission can end several own turns, if forced passes follow it.
            turns = sum(isinstance(one, TurnEnded) and one.seat == rule.seat for one in events)
            rests = special_rules.has_king_rested(before, events, rule.seat)
            if turns:
                counts[_rest_key(rule)] = counts.get(_rest_key(rule), 0) + turns if rests else 0


def _rest_key(rule: ProduceRule) -> str:
    return f"rested {rule.seat}"


def _apply_special_rules(mission: MissionFile, progress: Progress, counts: Counts) -> None:
    """Apply the special rules after what has happened, and pass over seats that are idle then."""
    ended = [event.round for event in progress.events if isinstance(event, RoundEnded)]
    for rule in mission.rules:
        if progress.state.outcome:
            return
        match rule:
            case ProduceRule():
                _produce_units(progress, rule, counts)
            case RainRule():
                for round_ in ended:
                    special_rules.drop_die(progress, rule, round_)
            case ReinforceRule() if rule.round - 1 in ended:
                special_rules.bring_reinforcements(progress, rule)
    # A die or a unit that has arrived can leave the seat on turn without any move.
    if not progress.state.opening:
        skip_idle_seats(progress)


def _produce_units(progress: Progress, rule: ProduceRule, counts: Counts) -> None:
    if rule.seat in progress.state.defeated:
        return
    for event in special_rules.produced_units(progress.state, rule, counts.get(_rest_key(rule), 0)):
        counts[_rest_key(rule)] = 0
        progress.apply_event(event)
