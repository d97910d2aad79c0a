"""What the state of such a game has, and the event of a set-up."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Protocol, TypeAlias

from conquest.core import Phrase, Seat, Unforeseen
from conquest.kit.events import Happened
from conquest.kit.hidden_army.squares import Square

Rank: TypeAlias = str
Places: TypeAlias = dict[Square, Rank]

UNKNOWN: Final = "?"
RANKS_DECIDE = Phrase("Here the ranks decide.")


class RankedFigure(Protocol):
    """A figure on the board; its rank is ``UNKNOWN`` to anyone who may not know it."""

    @property
    def seat(self) -> Seat: ...
    @property
    def rank(self) -> Rank: ...


class ArmyState(Protocol):
    """A game at one moment: ``camps`` are the set-ups handed in so far, a hidden one is empty."""

    @property
    def size(self) -> int: ...
    @property
    def is_set_up(self) -> bool: ...
    @property
    def camps(self) -> Mapping[Seat, Places]: ...
    @property
    def pieces(self) -> Mapping[Square, RankedFigure]: ...


class Mustered(Happened, frozen=True, kw_only=True, tag="mustered"):
    """A seat handed in its set-up, whose ``places`` are hidden from everybody else (HE2, HK5)."""

    places: Places = {}


def require_known(rank: Rank) -> Rank:
    """Return a rank that decides something.

    :raises Unforeseen: if it is hidden.
    """
    if rank == UNKNOWN:
        raise Unforeseen(RANKS_DECIDE)
    return rank
