"""What a game of Grand Conquest has besides: bridges, buildings, shots, camels in strange hands."""

from __future__ import annotations

from conquest.core import Seat
from conquest.islands.model import State


class GrandState(State, frozen=True, kw_only=True):
    """A game of Grand Conquest at one moment.

    ``lent`` tells whose the camels are that strangers ride, by field (A69); ``fired`` where
    catapults stand that have shot this turn (A79); ``raised`` the towers behind a closed bridge
    (A86); ``sunk`` which vessels each seat can rebuild (A84); ``conquered`` how many vessels it
    has boarded, where two play (A97). With ``reckoning`` the game ends with this turn (A95).
    """

    land_only: bool = True
    lent: dict[str, Seat] = {}
    fired: tuple[str, ...] = ()
    raised: tuple[str, ...] = ()
    sunk: dict[Seat, str] = {}
    conquered: dict[Seat, int] = {}
    reckoning: bool = False
    building: bool = True
    limits: dict[str, int] = {}
