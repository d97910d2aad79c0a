"""The threats in a position, before the next move of a turn: who could strike or guard where."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from conquest.core import Seat
from conquest.islands.bot.bit_position import (
    BitPosition,
    BotMove,
    FigureReach,
    figure_reaches,
    lost_points,
)
from conquest.islands.bot.outlook import Outlook, capture_value, is_immune, loss_value, stack_worth
from conquest.islands.model import RECAPTURE_STEPS
from conquest.islands.pieces import LAND, Piece

EVERYWHERE = -1
BACK = 2.0, 0.4
LOOSE, HELD, STEADY = 0.7, 0.6, 0.1


class CoveredPlaces(NamedTuple):
    """The places a figure could reach: a foe's in its next turn, an own one's as a recapture."""

    start: int
    unit: Piece
    places: int


class Threats:
    """The threats in one position, which are collected once and asked for each candidate move."""

    def __init__(self, outlook: Outlook, position: BitPosition, fear: float) -> None:
        self.outlook, self.position, self.fear = outlook, position, fear * outlook.hold
        self.own = list(figure_reaches(position, outlook.seat, EVERYWHERE))
        self.left = max(0, position.points - lost_points(position, outlook.seat, outlook.own))
        self.foes = [
            cover for seat, budget in outlook.ahead for cover in self.foe_covers(seat, budget)
        ]
        self.struck = 0
        for foe in self.foes:
            self.struck |= foe.places
        self.guards = [
            CoveredPlaces(reach.start, reach.unit, _recapture_reach(reach)) for reach in self.own
        ]
        self.known: dict[tuple[int, bool, bool], tuple[float, frozenset[int]]] = {}

    def foe_covers(self, seat: Seat, budget: int) -> Iterator[CoveredPlaces]:
        """Yield the places that each figure of a foe could reach in its next turn."""
        position = self.position
        budget -= lost_points(position, seat, self.outlook.sides[seat])
        for reach in figure_reaches(position, seat, EVERYWHERE):
            steps = max(0, min(position.chart.ranges[reach.unit.letter], budget))
            yield CoveredPlaces(reach.start, reach.unit, reach.free[steps] | reach.met[steps])

    def foes_and_guards(self, at: int, *, land: bool, immune: bool) -> tuple[float, frozenset[int]]:
        """Return the worth of the cheapest foe that could strike on a place, 0 if there is none,
        and the places of the own figures that guard it."""
        key = at, land, immune
        if key not in self.known:
            foes = [
                stack_worth(foe.unit)
                for foe in self.foes
                if foe.places >> at & 1
                and (foe.unit.letter in LAND) == land
                and not (immune and foe.unit.letter == "S")
            ]
            guards = frozenset(guard.start for guard in self.guards if guard.places >> at & 1)
            self.known[key] = min(foes, default=0.0), guards
        return self.known[key]

    def feared_loss(self, unit: Piece, start: int, at: int) -> float:
        """Return the feared cost of having a figure from ``start`` on a place."""
        if not self.struck >> at & 1:
            return 0.0
        foe, guards = self.foes_and_guards(at, land=unit.letter in LAND, immune=is_immune(unit))
        if not foe:
            return 0.0
        value = loss_value(unit) + self.outlook.prize_value(self.position.chart, at, unit)
        # A figure does not guard the place where it stands itself.
        if not guards - {start}:
            return LOOSE * self.fear * value
        risk = HELD * (value - BACK[0] - BACK[1] * foe) if capture_value(unit) > foe else 0.0
        return self.fear * max(STEADY * value, risk)


def _recapture_reach(reach: FigureReach) -> int:
    return reach.free[RECAPTURE_STEPS] | reach.met[RECAPTURE_STEPS]


def cheapest_recapture(position: BitPosition, seat: Seat, at: int) -> BotMove | None:
    """Return the cheapest recapture of a seat on a place (C26)."""
    hard = is_immune(position.stacks[at])
    best: tuple[float, BotMove] | None = None
    for reach in figure_reaches(position, seat, 1 << at):
        if reach.met[RECAPTURE_STEPS] >> at & 1 and not (hard and reach.unit.letter == "S"):
            value = stack_worth(reach.unit)
            if best is None or value < best[0]:
                best = value, BotMove(reach.start, reach.figure, at, 0)
    return best[1] if best else None
