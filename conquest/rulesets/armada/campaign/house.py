"""House players of missions: as elsewhere, and drawn to the squares that their mission names."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from conquest.core import MissionStage, Numbers, Seat
from conquest.rulesets.armada.board import Square
from conquest.rulesets.armada.campaign import book
from conquest.rulesets.armada.campaign.data import Bidding, Told
from conquest.rulesets.armada.ending import QUIET
from conquest.rulesets.armada.house import CASUAL, NEARER, STRONG, Skill, Thought
from conquest.rulesets.armada.house import propose as proposed
from conquest.rulesets.armada.model import State
from conquest.rulesets.armada.reach import distances
from conquest.rulesets.armada.rules import to_act
from conquest.rulesets.armada.view import mask

BOLDER = 3.0
"""How much bolder the house grows with the rounds in which nothing happens."""

SKILLS: Mapping[str, Skill] = {"casual": CASUAL, "strong": STRONG}


class Bidden(Thought):
    """What somebody thinks in a mission, where he may be drawn somewhere, and loses his patience
    by the round: it need not be fair to him, and his foe may reckon with it."""

    def __init__(self, bidding: Bidding, state: State, seat: Seat, numbers: Numbers) -> None:
        super().__init__(SKILLS[bidding.level], state, seat, numbers)
        self.bidding = bidding

    def temper(self) -> tuple[float, float]:
        """Return how eager somebody is for something to happen, and how bold that makes him."""
        eager = max(0, self.state.round - self.state.stirred) / QUIET
        return eager, min(1.0, BOLDER * eager)

    @cached_property
    def pulls(self) -> Mapping[Square, float]:
        """How near each square is to enemies, and to where one is to go."""
        found = dict(super().pulls)
        for goal in self.bidding.toward:
            for square, away in distances(self.state, goal).items():
                found[square] = max(found.get(square, 0.0), self.bidding.worth * NEARER**away)
        return found


def propose(number: int, stage: MissionStage[State], seat: Seat, numbers: Numbers) -> str:
    """Return what a house seat hands in, which knows what its seat sees."""
    return answer(book.told(number), stage.state, seat, numbers)


def answer(told: Told, state: State, seat: Seat, numbers: Numbers) -> str:
    """Return what a house seat of a mission hands in."""
    bidding, known = told.house.get(seat, Bidding()), mask(state, seat)
    if to_act(known).get(seat) == "turn":
        return Bidden(bidding, known, seat, numbers).best()
    return proposed(SKILLS[bidding.level], known, seat, numbers)
