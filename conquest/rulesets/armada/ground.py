"""What stands in the way of a seat's units: a position as the seat that moves meets it."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from conquest.core import Refused, Seat
from conquest.kit.hidden_army import UNKNOWN, Rank, Square
from conquest.rulesets.armada import refusals
from conquest.rulesets.armada.board import MONASTERY, MOUNTAIN
from conquest.rulesets.armada.model import State, Team, Unit
from conquest.rulesets.armada.ranks import KING, lowest_rank, rank_value

TERRAIN = frozenset((*MOUNTAIN, *MONASTERY))
LINE = 4


class Ground(msgspec.Struct, frozen=True):
    """A position for the units of a seat.

    ``reach`` is the number of squares they go, which is the phase; in phase 4 it is a line.
    ``active`` is the class that can be moved, apart from the King. ``touched`` maps each closed
    square to the key of the blocker that touches it, "" for terrain; ``live`` maps squares of
    live start zones to their owners.
    """

    size: int
    seat: Seat
    team: Team
    pieces: Mapping[Square, Unit]
    touched: Mapping[Square, Square]
    live: Mapping[Square, Seat]
    active: Rank
    reach: int

    def is_enemy(self, square: Square) -> bool:
        """Return whether an enemy unit stands on a square."""
        unit = self.pieces.get(square)
        return unit is not None and unit.seat not in self.team

    def is_own(self, square: Square) -> bool:
        """Return whether an own unit stands on a square."""
        unit = self.pieces.get(square)
        return unit is not None and unit.seat == self.seat

    def is_enemy_zone(self, square: Square) -> bool:
        """Return whether a square is in a live start zone of an enemy."""
        owner = self.live.get(square)
        return owner is not None and owner not in self.team

    def zone_refusal(self, rank: Rank, square: Square, *, is_home: bool) -> Refused | None:
        """Return why a unit may not enter the zone of a square, ``None`` if it may (K27, I10, I11).

        A King ``is_home`` until it has left its own zone.
        """
        if square not in self.live:
            return None
        if self.is_enemy_zone(square):
            return refusals.enemy_zone(square=square)
        if rank == KING and not (is_home and self.live[square] == self.seat):
            return refusals.king_in_zone(square=square)
        return None

    def passing_refusal(self, rank: Rank, square: Square, *, is_home: bool) -> Refused | None:
        """Return why a unit may not pass over a square, ``None`` if it may (HK9)."""
        if square in self.touched:
            return refusals.closed_square(square, is_terrain=not self.touched[square])
        unit = self.pieces.get(square)
        if unit is not None and unit.seat != self.seat:
            return refusals.unit_in_the_way(square, is_ally=unit.seat in self.team)
        return self.zone_refusal(rank, square, is_home=is_home)

    def is_king_at_home(self, square: Square, rank: Rank) -> bool:
        """Return whether a unit on a square is a King in its own live zone."""
        return rank == KING and self.live.get(square) == self.seat


def ground_for(state: State, seat: Seat) -> Ground:
    """Return the ground of a position for the units of a seat."""
    active = lowest_rank(state.ranks_of(seat))
    return Ground(
        size=state.size,
        seat=seat,
        team=state.team_of(seat),
        pieces=state.pieces,
        touched=closed_squares(state),
        live=state.live_zones,
        active=active,
        # rank_value would take a hidden unit for a King, which goes a whole line.
        reach=1 if active == UNKNOWN else rank_value(active),
    )


def closed_squares(state: State) -> dict[Square, Square]:
    """Return what closes each closed square: the key of a blocker, "" for terrain."""
    closed = dict.fromkeys(TERRAIN, "") if state.terrain else {}
    for key, blocker in state.blockers.items():
        for square in blocker.squares:
            closed[square] = key
    return closed


def seat_phase(state: State, seat: Seat) -> int:
    """Return the phase of a seat, 0 if it depends on an unknown rank (K9, HK13, I52)."""
    rank = lowest_rank(state.ranks_of(seat))
    return 0 if rank == UNKNOWN else rank_value(rank)
