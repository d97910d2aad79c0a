"""The goals, special rules and stars of missions as sentences."""

from __future__ import annotations

from collections.abc import Iterable

from conquest.core import Phrase
from conquest.kit.hidden_army import Square, sort_squares
from conquest.kit.wording import join_phrases
from conquest.rulesets.armada.board import SIZES, next_square
from conquest.rulesets.armada.campaign.schema import (
    CaptureGoal,
    DefeatGoal,
    Goal,
    HoldGoal,
    LotsRule,
    MissionFile,
    ProduceRule,
    RainRule,
    ReachGoal,
    ReinforceRule,
    SpecialRule,
    Stars,
)
from conquest.rulesets.armada.model import ALWAYS
from conquest.rulesets.armada.ranks import ARMY, KING
from conquest.rulesets.armada.words import MANY, SEAT_NAMES, WORDS

EASTWARDS, LARGEST = (1, 0), max(SIZES.values())
KING_ALWAYS = Phrase("A King can be captured at any time, also while lower units live.")
KING_LAST = Phrase("A King can be captured only once nothing else of his army lives.")

NO_ZONES = Phrase("There are no start zones: their squares are squares like all others.")


def goal_phrase(file: MissionFile) -> Phrase:
    """Return the goal of a mission and the number of rounds there are for it."""
    # A goal of holding out names its own number of rounds.
    if isinstance(file.goal, HoldGoal):
        return _bare_goal_phrase(file.goal)
    return Phrase(
        "%(goal)s You have %(limit)s rounds.", goal=_bare_goal_phrase(file.goal), limit=file.limit
    )


def _bare_goal_phrase(goal: Goal) -> Phrase:
    match goal:
        case DefeatGoal():
            return Phrase("Capture the enemy King.")
        case ReachGoal(rank=rank) if rank == KING:
            return Phrase(
                "Bring your King to one of these squares: %(at)s.", at=_name_squares(goal.squares)
            )
        case ReachGoal():
            units = WORDS.list_ranks(goal.rank * goal.count)
            return Phrase(
                "Bring %(units)s to these squares: %(at)s.",
                units=units,
                at=_name_squares(goal.squares),
            )
        case CaptureGoal():
            return _capture_phrase(goal)
        case HoldGoal():
            return Phrase(
                "Let no enemy stand on %(at)s until %(rounds)s rounds are over.",
                at=_name_squares(goal.squares),
                rounds=goal.rounds,
            )


def _capture_phrase(goal: CaptureGoal) -> Phrase:
    if set(goal.ranks) == set(ARMY):
        return Phrase("Take %(n)s enemy units.", n=goal.count)
    ranks = join_phrases([MANY[rank] for rank in goal.ranks])
    return Phrase("Take %(n)s enemy %(ranks)s.", n=goal.count, ranks=ranks)


def _name_squares(squares: Iterable[Square]) -> str:
    """Return the names of squares, runs within a row by their two ends: "a11–k11, d4"."""
    runs = list[list[Square]]()
    for square in sort_squares(squares):
        if runs and next_square(runs[-1][-1], EASTWARDS, LARGEST) == square:
            runs[-1].append(square)
        else:
            runs.append([square])
    return ", ".join(run[0] if len(run) == 1 else f"{run[0]}–{run[-1]}" for run in runs)


def rule_phrases(file: MissionFile) -> tuple[Phrase, ...]:
    """Return the special rules of a mission, when Kings can be captured, and that there are no
    start zones if all are cancelled."""
    always = file.case.get("options", {}).get("king") == ALWAYS
    zones = file.case.get("position", {}).get("zones", {"": True})
    general = (KING_ALWAYS if always else KING_LAST, *(() if any(zones.values()) else (NO_ZONES,)))
    return (*map(_rule_phrase, file.rules), *general)


def _rule_phrase(rule: SpecialRule) -> Phrase:
    match rule:
        case ProduceRule():
            return _produce_phrase(rule)
        case ReinforceRule():
            return Phrase(
                "Units of %(seat)s arrive as round %(round)s begins: %(at)s.",
                seat=SEAT_NAMES[rule.seat],
                round=rule.round,
                at=_name_squares(rule.units),
            )
        case RainRule():
            return Phrase(
                "After every %(every)s. round a die falls from the side of %(seat)s, aimed by lot"
                " at one of these squares: %(at)s.",
                every=rule.every,
                seat=SEAT_NAMES[rule.seat],
                at=_name_squares(rule.aims),
            )
        case LotsRule():
            return Phrase(
                "Who of %(seat)s stands where is dealt by lot on these squares: %(at)s.",
                seat=SEAT_NAMES[rule.seat],
                at=_name_squares(rule.squares),
            )


def _produce_phrase(rule: ProduceRule) -> Phrase:
    return Phrase(
        "When the King of %(seat)s has rested for %(every)s own turns in a row, a unit comes onto"
        " a free square beside him: %(unit)s. Of these he never has more than %(most)s.",
        seat=SEAT_NAMES[rule.seat],
        every=rule.every,
        unit=WORDS.list_ranks(rule.rank),
        most=rule.most,
    )


def star_phrases(stars: Stars) -> tuple[Phrase, ...]:
    """Return what one, two and three stars are given for."""
    return (
        Phrase("for the goal"),
        _star_phrase(stars.by, stars.two),
        _star_phrase(stars.by, stars.three),
    )


def _star_phrase(by: str, most: int) -> Phrase:
    if by == "losses" and most:
        return Phrase("units lost: %(n)s at most", n=most)
    if by == "losses":
        return Phrase("without losing a unit")
    return Phrase("by the end of round %(n)s", n=most)


def goal_squares(goal: Goal) -> tuple[Square, ...]:
    """Return the squares of a goal, none if it has none."""
    return goal.squares if isinstance(goal, ReachGoal | HoldGoal) else ()
