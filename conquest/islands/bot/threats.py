"""A position at a glance, before the next move of a turn: who could strike or guard where."""

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
    """Where a figure could be next: a foe within his next turn, an own one as a recapture."""

    start: int
    unit: Piece
    places: int


class Threats:
    """A position as it is looked at before the next move: who could strike or guard where."""

    def __init__(self, seen: Outlook, given: BitPosition, fear: float) -> None:
        self.seen, self.given, self.fear = seen, given, fear * seen.hold
        self.own = list(figure_reaches(given, seen.seat, EVERYWHERE))
        self.left = max(0, given.points - lost_points(given, seen.seat, seen.own))
        self.foes = [
            cover for seat, budget in seen.ahead for cover in self.foe_covers(seat, budget)
        ]
        self.struck = 0
        for foe in self.foes:
            self.struck |= foe.places
        self.guards = [
            CoveredPlaces(one.start, one.unit, _recapture_reach(one)) for one in self.own
        ]
        self.known: dict[tuple[int, bool, bool], tuple[float, frozenset[int]]] = {}

    def foe_covers(self, seat: Seat, budget: int) -> Iterator[CoveredPlaces]:
        """Yield where the figures of a foe could strike in his next turn."""
        given = self.given
        budget -= lost_points(given, seat, self.seen.sides[seat])
        for one in figure_reaches(given, seat, EVERYWHERE):
            steps = max(0, min(given.chart.ranges[one.unit.letter], budget))
            yield CoveredPlaces(one.start, one.unit, one.free[steps] | one.met[steps])

    def foes_and_guards(self, at: int, *, land: bool, immune: bool) -> tuple[float, frozenset[int]]:
        """Return what the least foe is worth that could strike on a place, 0 if there is none,
        and where own figures stand that guard it."""
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
        """Return what it is feared to cost that a figure from ``start`` stands on a place."""
        if not self.struck >> at & 1:
            return 0.0
        foe, guards = self.foes_and_guards(at, land=unit.letter in LAND, immune=is_immune(unit))
        if not foe:
            return 0.0
        value = loss_value(unit) + self.seen.prize_value(self.given.chart, at, unit)
        if not guards - {start}:
            return LOOSE * self.fear * value
        risk = HELD * (value - BACK[0] - BACK[1] * foe) if capture_value(unit) > foe else 0.0
        return self.fear * max(STEADY * value, risk)


def _recapture_reach(one: FigureReach) -> int:
    return one.free[RECAPTURE_STEPS] | one.met[RECAPTURE_STEPS]


def cheapest_recapture(given: BitPosition, seat: Seat, at: int) -> BotMove | None:
    """Return the cheapest recapture of a seat on a place (C26)."""
    hard = is_immune(given.stacks[at])
    best: tuple[float, BotMove] | None = None
    for one in figure_reaches(given, seat, 1 << at):
        if one.met[RECAPTURE_STEPS] >> at & 1 and not (hard and one.unit.letter == "S"):
            value = stack_worth(one.unit)
            if best is None or value < best[0]:
                best = value, BotMove(one.start, one.figure, at, 0)
    return best[1] if best else None
