"""A game of Iron Armada of two in its stages, with two set-ups of the second player."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from accounts.models import Person
from games.models import Game
from tests import stage

SOUTH, NORTH = 0, 1
WEST, THIRD = 1, 2
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


OF_THREE = (
    "setup e1=3 f1=2 g1=K h1=2 i1=3 e2=1 f2=1 g2=2 h2=1 i2=1",
    "setup a5=K b5=1 a6=2 b6=1 a7=3 b7=2 a8=2 b8=1 a9=3 b9=1",
    "setup e12=1 f12=1 g12=2 h12=1 i12=1 e13=3 f13=2 g13=K h13=2 i13=3",
)
OTHERWISE = {
    WEST: "setup a5=2 b5=1 a6=K b6=1 a7=2 b7=2 a8=3 b8=1 a9=3 b9=1",
    THIRD: "setup e12=1 f12=1 g12=2 h12=1 i12=1 e13=2 f13=3 g13=2 h13=K i13=3",
}
"""Three armies, and other ones of which nobody would see more."""

SWEARING = (
    *((seat, "skip") for seat in (SOUTH, WEST, THIRD)),
    (SOUTH, "ally west"),
    (WEST, "consent"),
    (THIRD, "consent"),
    (SOUTH, "e2-e3"),
    (WEST, "b5-c5"),
)
ALLYING = ((THIRD, "e12-e11"), (SOUTH, "resign"))
LAPSING = ((THIRD, "resign"),)
SWORN, ALLIED, DEFEATED, LAPSED = 11, 12, 13, 12


def told_of_three(
    place: int, rest: Sequence[tuple[int, str]] = ALLYING
) -> list[list[tuple[int, str]]]:
    """Return the story of three with one and with another army of somebody."""
    camps = [(seat, camp) for seat, camp in enumerate(OF_THREE) if seat != place]
    both = (OF_THREE[place], OTHERWISE[place])
    return [[(place, own), *camps, *SWEARING, *rest] for own in both]


def begin(people: Sequence[Person], now: datetime) -> Game:
    """Let two sit down, South first, at a table whose die always falls alike."""
    with stage.seeded(bytes(32)):
        return stage.sit_down(people, "armada", now=now, players=2, seats="choice")


def begin_three(people: Sequence[Person], now: datetime) -> Game:
    """Let three sit down: South, West and North."""
    with stage.seeded(bytes(32)):
        return stage.sit_down(people, "armada", now=now, players=3, seats="choice")
