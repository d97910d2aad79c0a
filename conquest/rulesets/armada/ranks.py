"""The ranks of units: the classes, their values, and the army (K3, HK4)."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final

from conquest.kit.hidden_army import UNKNOWN, Rank

CLASSES: Final = "123"
KING: Final = "K"
RANKS: Final = CLASSES + KING
LAST_PHASE: Final = 4
ARMY: Mapping[Rank, int] = {"1": 4, "2": 3, "3": 2, KING: 1}
"""The number of units of each rank in an army (HK4)."""


def rank_value(rank: Rank) -> int:
    """Return the value of a rank: its phase, the damage it does, its strength as a blocker (K34,
    HK23); a King counts as the last phase."""
    return int(rank) if rank in CLASSES else LAST_PHASE


def lowest_rank(ranks: Collection[Rank]) -> Rank:
    """Return the lowest class among units, the King if nothing else lives (K9, HK13).

    It is ``UNKNOWN`` if it depends on a hidden unit.
    """
    # A hidden unit can be of any rank, so only a one is surely as low.
    for rank in ("1", UNKNOWN, "2", "3"):
        if rank in ranks:
            return rank
    return KING
