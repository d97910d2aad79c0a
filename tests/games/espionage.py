"""A small game of Espionage, told as far as a test wants it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from accounts.models import Person
from games.models import Game
from tests import stage
from tests.games import skirmishes

WHITE_CAMP = "setup a2=S b2=1 c2=2 d2=S e2=3 f2=S g2=1 h2=P a1=4 b1=P c1=M d1=Q e1=M f1=5 g1=2 h1=3"
BLACK_CAMPS = (
    "setup a8=3 b8=2 c8=5 d8=M e8=Q f8=M g8=P h8=4 a7=P b7=1 c7=S d7=3 e7=S f7=2 g7=1 h7=S",
    "setup a8=4 b8=M c8=5 d8=2 e8=Q f8=M g8=P h8=3 a7=P b7=1 c7=S d7=3 e7=S f7=2 g7=1 h7=S",
)
REST = (
    (0, WHITE_CAMP),
    (0, "d2-d3 e2-e3"),
    (1, "d7-d6 e7-e6"),
    (0, "d3-d4 e3-e4"),
    (1, "d6-d5 e6-e5"),  # both are uncovered by the spy on d4
    (0, "e4-e5 f2-f3"),  # the captain beats the spy
    (1, "d5-d4 c7-c6"),  # and the spy falls
    (0, "b2-b3 c2-c3"),
    (1, "b7-b6 f7-f6; draw?"),
    (0, "draw!"),
)
STORY = ((1, BLACK_CAMPS[0]), *REST)
BEGUN, MOVED, UNCOVERED, BEATEN, FOUGHT, OFFERED = 2, 4, 6, 7, 8, 10


def begin(people: Sequence[Person], now: datetime, **options: Any) -> Game:
    """Begin a small game with its volcanoes at the edge."""
    with stage.seeded(skirmishes.seed((8, 0))):
        return stage.sit_down(people, "espionage", now=now, size=8, seats="choice", **options)
