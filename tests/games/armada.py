"""A game of Iron Armada of two in its stages, with two set-ups of the second player."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from accounts.models import Person
from games.models import Game
from tests import stage

SOUTH, NORTH = 0, 1
CAMPS = (
    "setup d10=1 e10=1 f10=2 g10=1 h10=1 d11=3 e11=2 f11=K g11=2 h11=3",
    "setup d10=1 e10=1 f10=2 g10=1 h10=1 d11=2 e11=3 f11=2 g11=K h11=3",
)
REST = (
    (SOUTH, "setup d1=3 e1=2 f1=K g1=2 h1=3 d2=1 e2=1 f2=2 g2=1 h2=1"),
    (SOUTH, "throw f6"),
    (NORTH, "skip"),
    *(move for row in range(2, 5) for move in (
        (SOUTH, f"e{row}-e{row + 1}"), (NORTH, f"d{12 - row}-d{11 - row}"),
    )),
    (SOUTH, "e5-d5"),
    (NORTH, "d7-d6"),
    (SOUTH, "d5xd6"),
    (NORTH, "e10-e9"),
    (SOUTH, "resign"),
)  # fmt: skip
BEGUN, THROWN, MOVED, MET = 2, 3, 8, 13


def begin(people: Sequence[Person], now: datetime) -> Game:
    """Let two sit down, South first, at a table whose die always falls alike."""
    with stage.seeded(bytes(32)):
        return stage.sit_down(people, "armada", now=now, players=2, seats="choice")
