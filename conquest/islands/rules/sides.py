"""The sides: each seat on its own, or partners who sit opposite each other (CP7, A67)."""

from __future__ import annotations

from collections.abc import Iterable

from conquest.core import Seat
from conquest.islands.board import SEATS
from conquest.islands.model import State

PARTNERS = {"south": "north", "north": "south", "west": "east", "east": "west"}


def partner_of(state: State, seat: Seat) -> Seat | None:
    """Return the seat's partner, None in a game without partners."""
    return PARTNERS[seat] if state.partners else None


def side_of(state: State, seat: Seat) -> tuple[Seat, ...]:
    """Return the seats that win and lose with this one, itself included, in compass order."""
    return tuple(other for other in SEATS if other in (seat, partner_of(state, seat)))


def sides_of(state: State, seats: Iterable[Seat]) -> set[tuple[Seat, ...]]:
    """Return the sides that these seats belong to."""
    return {side_of(state, seat) for seat in seats}
