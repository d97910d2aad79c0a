"""The judgement of missions: that of the game, what special rules add, and the goal (K45)."""

from __future__ import annotations

from typing import TypeAlias

from conquest.core import MissionStage, Numbers, Seat
from conquest.rulesets.armada import refusals
from conquest.rulesets.armada.campaign import book, special_rules
from conquest.rulesets.armada.campaign.goals import mission_result
from conquest.rulesets.armada.campaign.schema import (
    LotsRule,
    MissionFile,
    ProduceRule,
    RainRule,
    ReinforceRule,
)
from conquest.rulesets.armada.model import Event, RoundEnded, State, TurnEnded
from conquest.rulesets.armada.orders import read_orders
from conquest.rulesets.armada.position import open_case
from conquest.rulesets.armada.progress import OrderProgress
from conquest.rulesets.armada.rounds import skip_idle_seats
from conquest.rulesets.armada.rules import decide

Counts: TypeAlias = dict[str, int]
Played: TypeAlias = tuple[tuple[Event, ...], MissionStage[State]]


def begin_mission(number: int, numbers: Numbers) -> MissionStage[State]:
    """Return a mission set up; what is dealt by lot takes the numbers."""
    return first_stage(book.mission_file(number), numbers)


def first_stage(told: MissionFile, numbers: Numbers) -> MissionStage[State]:
    """Return the first stage of a mission."""
    state = open_case(told.case)
    for rule in told.rules:
        if isinstance(rule, LotsRule):
            state = special_rules.deal_lots(state, rule, numbers)
    return MissionStage(state, state.round)


def play_orders(
    number: int, stage: MissionStage[State], seat: Seat, text: str, numbers: Numbers
) -> Played:
    """Carry a seat's orders out in a mission; return what happens and the stage after it.

    :raises Refused: as the game's judgement does, and where the mission is over.
    """
    return carry_out_orders(book.mission_file(number), stage, seat, text, numbers)


def carry_out_orders(
    told: MissionFile, stage: MissionStage[State], seat: Seat, text: str, numbers: Numbers
) -> Played:
    """Carry a seat's orders out; then special rules follow, and the goal is looked at."""
    if stage.result:
        raise refusals.game_over()
    before = stage.state
    decided = decide(before, seat, read_orders(before, seat, text), numbers)
    progress, counts = OrderProgress(before, numbers), dict(stage.counts)
    for event in decided:
        progress.apply_event(event)
    _count_rest(told, before, decided, counts)
    _apply_special_rules(told, progress, counts)
    found = mission_result(told, progress.state, before.round, whole=progress.state.round - 1)
    return tuple(progress.events), MissionStage(progress.state, progress.state.round, counts, found)


def _count_rest(
    told: MissionFile, before: State, events: tuple[Event, ...], counts: Counts
) -> None:
    """Count for how many own turns in a row Kings have rested who bring units by that."""
    for rule in told.rules:
        if isinstance(rule, ProduceRule):
            turns = sum(isinstance(one, TurnEnded) and one.seat == rule.seat for one in events)
            rests = special_rules.has_king_rested(before, events, rule.seat)
            if turns:
                counts[_rest_key(rule)] = counts.get(_rest_key(rule), 0) + turns if rests else 0


def _rest_key(rule: ProduceRule) -> str:
    return f"rested {rule.seat}"


def _apply_special_rules(told: MissionFile, progress: OrderProgress, counts: Counts) -> None:
    """Let special rules follow what has happened, and go past who can do nothing then."""
    ended = [event.round for event in progress.events if isinstance(event, RoundEnded)]
    for rule in told.rules:
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
    if not progress.state.opening:
        skip_idle_seats(progress)


def _produce_units(progress: OrderProgress, rule: ProduceRule, counts: Counts) -> None:
    if rule.seat in progress.state.defeated:
        return
    for event in special_rules.produced_units(progress.state, rule, counts.get(_rest_key(rule), 0)):
        counts[_rest_key(rule)] = 0
        progress.apply_event(event)
