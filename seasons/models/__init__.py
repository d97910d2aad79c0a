"""The rows of seasons and cups."""

from __future__ import annotations

from seasons.models.competition import Assistant, Championship, Competition
from seasons.models.entrant import Entrant
from seasons.models.fixture import EndedGame, Fixture, FixtureSeat, Group, Member, Stage
from seasons.models.ruling import Ruling

__all__ = [
    "Assistant",
    "Championship",
    "Competition",
    "EndedGame",
    "Entrant",
    "Fixture",
    "FixtureSeat",
    "Group",
    "Member",
    "Ruling",
    "Stage",
]
