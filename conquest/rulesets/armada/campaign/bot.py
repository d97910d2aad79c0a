"""Bots of missions: they play as elsewhere, but are drawn to squares that their mission names."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from conquest.core import MissionStage, Numbers, Seat
from conquest.kit.hidden_army import Square
from conquest.rulesets.armada.bot import CASUAL, NEARER, STRONG, ArmadaBot, ArmadaSkill
from conquest.rulesets.armada.bot import propose_orders as proposed
from conquest.rulesets.armada.campaign import book
from conquest.rulesets.armada.campaign.schema import BotInstructions, MissionFile
from conquest.rulesets.armada.ending import QUIET
from conquest.rulesets.armada.model import State
from conquest.rulesets.armada.reach import distances_to
from conquest.rulesets.armada.rules import to_act
from conquest.rulesets.armada.view import mask

BOLDER = 3.0
"""How much bolder the bots become with the rounds in which nothing happens."""

SKILLS: Mapping[str, ArmadaSkill] = {"casual": CASUAL, "strong": STRONG}


class MissionBot(ArmadaBot):
    """The thoughts of a bot in a mission, where squares may attract it, and where it loses patience
    round by round without any lot: it need not be fair to the bot, and people may count on it."""

    def __init__(
        self, bidding: BotInstructions, state: State, seat: Seat, numbers: Numbers
    ) -> None:
        super().__init__(SKILLS[bidding.level], state, seat, numbers)
        self.bidding = bidding

    def measure_temper(self) -> tuple[float, float]:
        """Return how eager a bot is for something to happen, and how bold that makes it."""
        eager = max(0, self.state.round - self.state.stirred) / QUIET
        return eager, min(1.0, BOLDER * eager)

    @cached_property
    def pull_by_square(self) -> Mapping[Square, float]:
        """How much each square is worth by being near to enemies, or to a square of the mission."""
        pull = dict(super().pull_by_square)
        for goal in self.bidding.toward:
            for square, away in distances_to(self.state, goal).items():
                pull[square] = max(pull.get(square, 0.0), self.bidding.worth * NEARER**away)
        return pull


def propose_orders(number: int, stage: MissionStage[State], seat: Seat, numbers: Numbers) -> str:
    """Return what the bot of a seat hands in at a stage of a mission, by the mission's number."""
    return mission_orders(book.mission_file(number), stage.state, seat, numbers)


def mission_orders(mission: MissionFile, state: State, seat: Seat, numbers: Numbers) -> str:
    """Return what the bot of a seat hands in during a mission."""
    # The stage has the whole position, but a bot may know only what its seat sees.
    bidding, known = mission.house.get(seat, BotInstructions()), mask(state, seat)
    if to_act(known).get(seat) == "turn":
        return MissionBot(bidding, known, seat, numbers).best_turn()
    return proposed(SKILLS[bidding.level], known, seat, numbers)
