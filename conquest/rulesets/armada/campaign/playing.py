"""The judgement of missions: that of the game, what special rules add, and the goal (K45)."""

from __future__ import annotations

from typing import TypeAlias

from conquest.core import MissionStage, Numbers, Seat
from conquest.rulesets.armada import refusals
from conquest.rulesets.armada.campaign import book, special
from conquest.rulesets.armada.campaign.data import Lots, Produce, Rain, Reinforce, Told
from conquest.rulesets.armada.campaign.goals import result
from conquest.rulesets.armada.model import Event, RoundEnded, State, TurnEnded
from conquest.rulesets.armada.orders import read
from conquest.rulesets.armada.position import open_case
from conquest.rulesets.armada.progress import Progress
from conquest.rulesets.armada.rounds import settle
from conquest.rulesets.armada.rules import decide

Counts: TypeAlias = dict[str, int]
Played: TypeAlias = tuple[tuple[Event, ...], MissionStage[State]]


def begin(number: int, numbers: Numbers) -> MissionStage[State]:
    """Return a mission set up; what is dealt by lot takes the numbers."""
    return begun(book.told(number), numbers)


def begun(told: Told, numbers: Numbers) -> MissionStage[State]:
    """Return the first stage of a mission."""
    state = open_case(told.case)
    for rule in told.rules:
        if isinstance(rule, Lots):
            state = special.dealt(state, rule, numbers)
    return MissionStage(state, state.round)


def play(
    number: int, stage: MissionStage[State], seat: Seat, text: str, numbers: Numbers
) -> Played:
    """Carry a seat's orders out in a mission; return what happens and the stage after it.

    :raises Refused: as the game's judgement does, and where the mission is over.
    """
    return played(book.told(number), stage, seat, text, numbers)


def played(
    told: Told, stage: MissionStage[State], seat: Seat, text: str, numbers: Numbers
) -> Played:
    """Carry a seat's orders out; then special rules follow, and the goal is looked at."""
    if stage.result:
        raise refusals.game_over()
    before = stage.state
    decided = decide(before, seat, read(before, seat, text), numbers)
    progress, counts = Progress(before, numbers), dict(stage.counts)
    for event in decided:
        progress.happen(event)
    _count_rest(told, before, decided, counts)
    _follow(told, progress, counts)
    found = result(told, progress.state, before.round, whole=progress.state.round - 1)
    return tuple(progress.events), MissionStage(progress.state, progress.state.round, counts, found)


def _count_rest(told: Told, before: State, events: tuple[Event, ...], counts: Counts) -> None:
    """Count for how many own turns in a row Kings have rested who bring units by that."""
    for rule in told.rules:
        if isinstance(rule, Produce):
            turns = sum(isinstance(one, TurnEnded) and one.seat == rule.seat for one in events)
            rests = special.rests(before, events, rule.seat)
            if turns:
                counts[_rested(rule)] = counts.get(_rested(rule), 0) + turns if rests else 0


def _rested(rule: Produce) -> str:
    return f"rested {rule.seat}"


def _follow(told: Told, progress: Progress, counts: Counts) -> None:
    """Let special rules follow what has happened, and go past who can do nothing then."""
    ended = [event.round for event in progress.events if isinstance(event, RoundEnded)]
    for rule in told.rules:
        if progress.state.outcome:
            return
        match rule:
            case Produce():
                _produce(progress, rule, counts)
            case Rain():
                for round_ in ended:
                    special.rain(progress, rule, round_)
            case Reinforce() if rule.round - 1 in ended:
                special.reinforce(progress, rule)
    if not progress.state.opening:
        settle(progress)


def _produce(progress: Progress, rule: Produce, counts: Counts) -> None:
    if rule.seat in progress.state.defeated:
        return
    for event in special.produced(progress.state, rule, counts.get(_rested(rule), 0)):
        counts[_rested(rule)] = 0
        progress.happen(event)
