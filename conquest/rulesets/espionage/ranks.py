"""The ranks, the armies made of them, and who wins a fight (E10 to E29, HE12 to HE15)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal, TypeAlias

from conquest.core import Seat
from conquest.kit.hidden_army import UNKNOWN, Rank

Result: TypeAlias = Literal["won", "lost", "both", "headquarters"]

SEATS: tuple[Seat, ...] = ("white", "black")
SOLDIERS: Final = "12345"
GENERAL: Final = "5"
SPY: Final = "S"
SAPPER: Final = "P"
MINE: Final = "M"
HEADQUARTERS: Final = "Q"
MOBILE: Final = SOLDIERS + SPY + SAPPER
RANKS: Final = MOBILE + MINE + HEADQUARTERS

ARMIES: Mapping[int, Mapping[Rank, int]] = {
    10: {"1": 5, "2": 4, "3": 3, "4": 2, "5": 2, "S": 5, "P": 4, "M": 4, "Q": 1},
    8: {"1": 2, "2": 2, "3": 2, "4": 1, "5": 1, "S": 3, "P": 2, "M": 2, "Q": 1},
}
"""How many of each rank an army has, by the size of the board (E13, HE22)."""


def other_seat(seat: Seat) -> Seat:
    """Return the seat on the other side."""
    return SEATS[seat == SEATS[0]]


def can_move(rank: Rank) -> bool:
    """Return whether a rank may be mobile: all but mines and headquarters (E27, E29)."""
    return rank in MOBILE or rank == UNKNOWN


def fight_result(attacker: Rank, defender: Rank) -> Result:
    """Return how the attack of a known rank on another ends for the attacker.

    It is ``both`` if any rank but a sapper steps on a mine: both are removed (HE14).
    """
    if defender == HEADQUARTERS:
        return "headquarters"
    if defender == MINE:
        return "won" if attacker == SAPPER else "both"
    return "won" if _can_beat(attacker, defender) else "lost"


def _can_beat(attacker: Rank, defender: Rank) -> bool:
    # Of E21 and E26, the attacker's rule decides between a spy and a sapper (HE12).
    if attacker == SPY:
        return defender in (SPY, SAPPER)
    if attacker == SAPPER:
        return defender in (GENERAL, SPY, SAPPER)
    # Soldiers are digits, which compare as their strengths; of equals the attacker wins (E11).
    return defender in (SPY, SAPPER) or defender <= attacker
