"""The units: their classes, what they are worth, and the army (K3, HK4)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, TypeAlias

Rank: TypeAlias = str

CLASSES: Final = "123"
KING: Final = "K"
UNKNOWN: Final = "?"
RANKS: Final = CLASSES + KING
LAST_PHASE: Final = 4
ARMY: Mapping[Rank, int] = {"1": 4, "2": 3, "3": 2, KING: 1}
"""How many of each an army has (HK4)."""


def rank_value(rank: Rank) -> int:
    """Return what a unit is worth: the damage it does, the strength it has as a blocker (K34,
    HK23); a King counts as the last phase."""
    return int(rank) if rank in CLASSES else LAST_PHASE


def count_ranks(ranks: Iterable[Rank]) -> dict[Rank, int]:
    """Return how many there are of each rank, in the order of the ranks."""
    those = list(ranks)
    return {rank: those.count(rank) for rank in RANKS if rank in those}


def lowest_rank(ranks: Iterable[Rank]) -> Rank:
    """Return the lowest class among units, the King where nothing else lives (K9, HK13).

    It is ``UNKNOWN`` where that depends on a unit whose rank is.
    """
    return min(ranks, key=_ORDER.__getitem__, default=KING)


_ORDER = {"1": 0, UNKNOWN: 1, "2": 2, "3": 3, KING: 4}
