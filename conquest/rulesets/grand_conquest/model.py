"""The state of Grand Conquest: bridges, buildings, shots, and camels that others ride."""

from __future__ import annotations

from conquest.core import Seat
from conquest.islands.model import State


class GrandState(State, frozen=True, kw_only=True):
    """A game of Grand Conquest at one moment.

    ``lent`` are the owners of the camels that other seats ride, by field (A69); ``fired`` the
    fields of catapults that have shot this turn (A79); ``raised`` the towers whose bridge is up
    (A86); ``sunk`` the vessels that each seat can rebuild (A84); ``conquered`` the number of
    vessels it has boarded, counted in a game of two (A97). With ``reckoning`` the game ends with
    this turn (A95).
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
