"""What becomes of a player who has lost his King (K15 to K20, HK14, HK23, I37)."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import cycle

from conquest.core import Phrase, Seat, Unforeseen
from conquest.rulesets.armada.board import Square, square_order
from conquest.rulesets.armada.ending import LAST_STANDING, end_event, last_team
from conquest.rulesets.armada.model import Defeated, State
from conquest.rulesets.armada.progress import OrderProgress
from conquest.rulesets.armada.ranks import RANKS, UNKNOWN

RANKS_DECIDE = Phrase("Here the ranks decide.")


def defeat_seats(progress: OrderProgress, seats: Iterable[Seat], by: Seat) -> None:
    """Defeat those who have lost their Kings, one after the other, until one team is left; that
    has won at once (HK29, HK31, I33)."""
    for seat in seats:
        if progress.state.outcome is None:
            progress.apply_event(defeat_event(progress.state, seat))
            check_end(progress, by)


def check_end(progress: OrderProgress, by: Seat) -> None:
    """End the game where only one team is left (K1, K2)."""
    winners = last_team(progress.state)
    if winners is not None:
        progress.apply_event(end_event(by, winners, LAST_STANDING))


def defeat_event(state: State, seat: Seat) -> Defeated:
    """Return what becomes of the units of a seat that has lost its King (K18 to K20).

    :raises Unforeseen: where that depends on unknown ranks.
    """
    units = {at: unit.rank for at, unit in state.pieces.items() if unit.seat == seat}
    heirs = [
        heir for heir in state.team_of(seat) if heir != seat and heir in state.undefeated_seats
    ]
    if heirs:
        return Defeated(seat=seat, heirs=_deal_units(units, heirs))
    if UNKNOWN in units.values():
        raise Unforeseen(RANKS_DECIDE)
    return Defeated(seat=seat, blockers={at: units[at] for at in sorted(units, key=square_order)})


def _deal_units(units: dict[Square, str], heirs: list[Seat]) -> dict[Square, Seat]:
    """Deal units to heirs in turn, sorted by class, then square order (I37).

    :raises Unforeseen: where unknown ranks decide who gets which.
    """
    if len(heirs) > 1 and UNKNOWN in units.values():
        raise Unforeseen(RANKS_DECIDE)
    order = (*RANKS, UNKNOWN)
    found = sorted(units, key=lambda square: (order.index(units[square]), square_order(square)))
    return dict(zip(found, cycle(heirs), strict=False))
