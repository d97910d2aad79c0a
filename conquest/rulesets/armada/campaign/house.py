"""House players of missions: as elsewhere, and drawn to the squares that their mission names."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from conquest.core import Numbers, Seat, Stage
from conquest.rulesets.armada.board import Square
from conquest.rulesets.armada.campaign import book
from conquest.rulesets.armada.campaign.data import Bidding, Told
from conquest.rulesets.armada.house import CASUAL, NEARER, STRONG, Skill, Thought
from conquest.rulesets.armada.house import propose as proposed
from conquest.rulesets.armada.model import State
from conquest.rulesets.armada.reach import distances
from conquest.rulesets.armada.rules import to_act
from conquest.rulesets.armada.view import mask

SKILLS: Mapping[str, Skill] = {"casual": CASUAL, "strong": STRONG}


class Bidden(Thought):
    """What somebody thinks who is to go somewhere."""

    def __init__(self, bidding: Bidding, state: State, seat: Seat, numbers: Numbers) -> None:
        super().__init__(SKILLS[bidding.level], state, seat, numbers)
        self.bidding = bidding

    @cached_property
    def pulls(self) -> Mapping[Square, float]:
        """How near each square is to enemies, and to where one is to go."""
        found = dict(super().pulls)
        for goal in self.bidding.toward:
            for square, away in distances(self.state, goal).items():
                found[square] = max(found.get(square, 0.0), self.bidding.worth * NEARER**away)
        return found


def propose(number: int, stage: Stage[State], seat: Seat, numbers: Numbers) -> str:
    """Return what a house seat hands in, which knows what its seat sees."""
    return answer(book.told(number), stage.state, seat, numbers)


def answer(told: Told, state: State, seat: Seat, numbers: Numbers) -> str:
    """Return what a house seat of a mission hands in."""
    bidding, known = told.house.get(seat, Bidding()), mask(state, seat)
    if bidding.toward and to_act(known).get(seat) == "turn":
        return Bidden(bidding, known, seat, numbers).best()
    return proposed(SKILLS[bidding.level], known, seat, numbers)
