"""Defeats: what happens to a seat that has lost its King (K15 to K20, HK14, HK23, I37)."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import cycle

from conquest.core import Seat, Unforeseen
from conquest.kit.hidden_army import RANKS_DECIDE, UNKNOWN, Square, square_order
from conquest.rulesets.armada.ending import LAST_STANDING, end_event, last_team
from conquest.rulesets.armada.evolution import Progress
from conquest.rulesets.armada.model import Defeated, State
from conquest.rulesets.armada.ranks import RANKS


def defeat_seats(progress: Progress, seats: Iterable[Seat], by: Seat) -> None:
    """Defeat seats that have lost their Kings, one after the other, until one team is left, which
    has won at once (HK29, HK31, I33)."""
    for seat in seats:
        if progress.state.outcome is None:
            progress.apply_event(defeat_event(progress.state, seat))
            check_end(progress, by)


def check_end(progress: Progress, by: Seat) -> None:
    """End the game if only one team is left (K1, K2)."""
    winners = last_team(progress.state)
    if winners is not None:
        progress.apply_event(end_event(by, winners, LAST_STANDING))


def defeat_event(state: State, seat: Seat) -> Defeated:
    """Return what happens to the units of a seat that has lost its King (K18 to K20).

    :raises Unforeseen: if that depends on unknown ranks.
    """
    units = {at: unit.rank for at, unit in state.pieces.items() if unit.seat == seat}
    heirs = [
        heir for heir in state.team_of(seat) if heir != seat and heir in state.undefeated_seats
    ]
    # Allies of the same team who are defeated inherit nothing (I37).
    if heirs:
        return Defeated(seat=seat, heirs=_deal_units(units, heirs))
    if UNKNOWN in units.values():
        raise Unforeseen(RANKS_DECIDE)
    return Defeated(seat=seat, blockers={at: units[at] for at in sorted(units, key=square_order)})


def _deal_units(units: dict[Square, str], heirs: list[Seat]) -> dict[Square, Seat]:
    """Deal units to heirs in turn, sorted by class, then in square order (I37).

    :raises Unforeseen: if unknown ranks decide who gets which.
    """
    # A single heir gets all units, whatever their ranks.
    if len(heirs) > 1 and UNKNOWN in units.values():
        raise Unforeseen(RANKS_DECIDE)
    order = (*RANKS, UNKNOWN)
    squares = sorted(units, key=lambda square: (order.index(units[square]), square_order(square)))
    return dict(zip(squares, cycle(heirs), strict=False))
