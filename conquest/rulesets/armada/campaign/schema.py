"""The schema of mission files: special rules and goals, each with its numbers.

A file with anything that is not declared here is refused.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, TypeAlias

import msgspec

from conquest.core import Seat
from conquest.kit.hidden_army import Rank, Square


class _Rule(msgspec.Struct, frozen=True, tag_field="rule", forbid_unknown_fields=True):
    """A special rule, named by its tag."""


class _Goal(msgspec.Struct, frozen=True, tag_field="goal", forbid_unknown_fields=True):
    """What the person has to achieve, named by its tag."""


class ProduceRule(_Rule, frozen=True, tag="produce"):
    """A King that rests for ``every`` own turns in a row brings a unit of ``rank`` onto a free
    square beside it, as long as fewer than ``most`` of them live."""

    seat: Seat
    every: int
    rank: Rank = "1"
    most: int = 4


class ReinforceRule(_Rule, frozen=True, tag="reinforce"):
    """Units arrive as a round begins; one whose square is taken arrives as near as possible."""

    seat: Seat
    round: int
    units: dict[Square, Rank]


class RainRule(_Rule, frozen=True, tag="rain"):
    """After ``every`` rounds a die falls, thrown from a seat's side at one of the ``aims`` drawn by
    lot."""

    seat: Seat
    every: int
    aims: tuple[Square, ...]


class LotsRule(_Rule, frozen=True, tag="lots"):
    """The ranks of a seat's units on these squares are dealt by lot as the mission begins, so that
    nobody knows where its King stands."""

    seat: Seat
    squares: tuple[Square, ...]


SpecialRule: TypeAlias = ProduceRule | ReinforceRule | RainRule | LotsRule


class DefeatGoal(_Goal, frozen=True, tag="defeat"):
    """All enemies are to be defeated."""


class ReachGoal(_Goal, frozen=True, tag="reach"):
    """``count`` units of ``rank`` are to stand on the squares at once."""

    rank: Rank
    squares: tuple[Square, ...]
    count: int = 1


class CaptureGoal(_Goal, frozen=True, tag="capture"):
    """``count`` enemy units of ``ranks`` are to be taken."""

    ranks: tuple[Rank, ...]
    count: int


class HoldGoal(_Goal, frozen=True, tag="hold"):
    """No enemy may stand on the squares until a number of rounds is over."""

    rounds: int
    squares: tuple[Square, ...]


Goal: TypeAlias = DefeatGoal | ReachGoal | CaptureGoal | HoldGoal


class Stars(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How stars are given: ``by`` own losses or rounds, three stars for at most ``three`` of them,
    two for at most ``two``, and one for the goal alone."""

    by: Literal["rounds", "losses"]
    three: int
    two: int


class BotInstructions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a bot plays a seat: its level, and squares that attract it, with what it is worth to
    stand there (a one is worth 1, a King 30)."""

    level: Literal["casual", "strong"] = "strong"
    toward: tuple[Square, ...] = ()
    worth: float = 4.0


class MissionFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The content of a mission file: ``case`` is a case as the judge takes it; bots play all seats
    but ``seat``."""

    seat: Seat
    case: dict[str, Any]
    goal: Goal
    limit: int
    stars: Stars
    rules: tuple[SpecialRule, ...] = ()
    house: Mapping[Seat, BotInstructions] = {}


class Solution(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A way to win a mission: what the person hands in, turn by turn, in a run with a seed."""

    seed: str
    stars: int
    turns: tuple[str, ...]


def read_mission(text: bytes) -> MissionFile:
    """Return the content of a mission file.

    :raises msgspec.ValidationError: for anything that is not declared.
    """
    return msgspec.json.decode(text, type=MissionFile)


def read_solution(text: bytes) -> Solution:
    """Return the content of a solution file, which lies beside the file of its mission."""
    return msgspec.json.decode(text, type=Solution)
