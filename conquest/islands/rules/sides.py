"""Who plays with whom: everybody for himself, or partners who sit opposite (CP7, A67)."""

from __future__ import annotations

from collections.abc import Iterable

from conquest.core import Seat
from conquest.islands.board import SEATS
from conquest.islands.model import State

PARTNERS = {"south": "north", "north": "south", "west": "east", "east": "west"}


def partner_of(state: State, seat: Seat) -> Seat | None:
    """Return the seat's partner, None where everybody plays for himself."""
    return PARTNERS[seat] if state.partners else None


def side_of(state: State, seat: Seat) -> tuple[Seat, ...]:
    """Name the seats that win and lose together with this one, in order of the compass."""
    return tuple(other for other in SEATS if other in (seat, partner_of(state, seat)))


def sides_of(state: State, seats: Iterable[Seat]) -> set[tuple[Seat, ...]]:
    """Return the sides that these seats belong to."""
    return {side_of(state, seat) for seat in seats}
