"""A position at a glance, before the next move of a turn: who could strike or guard where."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from conquest.core import Seat
from conquest.islands.house.muster import Move, Muster, Reach, price, reaches
from conquest.islands.house.outlook import Outlook, at_stake, is_immune, prey, worth
from conquest.islands.model import RECAPTURE_STEPS
from conquest.islands.pieces import LAND, Piece

EVERYWHERE = -1
BACK = 2.0, 0.4
LOOSE, HELD, STEADY = 0.7, 0.6, 0.1


class Cover(NamedTuple):
    """Where a figure could be next: a foe within his next turn, an own one as a recapture."""

    start: int
    unit: Piece
    places: int


class Glance:
    """A position as it is looked at before the next move: who could strike or guard where."""

    def __init__(self, seen: Outlook, given: Muster, fear: float) -> None:
        self.seen, self.given, self.fear = seen, given, fear * seen.hold
        self.own = list(reaches(given, seen.seat, EVERYWHERE))
        self.left = max(0, given.points - price(given, seen.seat, seen.own))
        self.foes = [cover for seat, budget in seen.ahead for cover in self.covers(seat, budget)]
        self.struck = 0
        for foe in self.foes:
            self.struck |= foe.places
        self.guards = [Cover(one.start, one.unit, _near(one)) for one in self.own]
        self.known: dict[tuple[int, bool, bool], tuple[float, frozenset[int]]] = {}

    def covers(self, seat: Seat, budget: int) -> Iterator[Cover]:
        """Yield where the figures of a foe could strike in his next turn."""
        given = self.given
        budget -= price(given, seat, self.seen.sides[seat])
        for one in reaches(given, seat, EVERYWHERE):
            steps = max(0, min(given.chart.ranges[one.unit.letter], budget))
            yield Cover(one.start, one.unit, one.free[steps] | one.met[steps])

    def around(self, at: int, *, land: bool, immune: bool) -> tuple[float, frozenset[int]]:
        """Return what the least foe is worth that could strike on a place, 0 if there is none,
        and where own figures stand that guard it."""
        key = at, land, immune
        if key not in self.known:
            foes = [
                worth(foe.unit)
                for foe in self.foes
                if foe.places >> at & 1
                and (foe.unit.letter in LAND) == land
                and not (immune and foe.unit.letter == "S")
            ]
            guards = frozenset(guard.start for guard in self.guards if guard.places >> at & 1)
            self.known[key] = min(foes, default=0.0), guards
        return self.known[key]

    def risk(self, unit: Piece, start: int, at: int) -> float:
        """Return what it is feared to cost that a figure from ``start`` stands on a place."""
        if not self.struck >> at & 1:
            return 0.0
        foe, guards = self.around(at, land=unit.letter in LAND, immune=is_immune(unit))
        if not foe:
            return 0.0
        value = at_stake(unit) + self.seen.prize(self.given.chart, at, unit)
        if not guards - {start}:
            return LOOSE * self.fear * value
        risk = HELD * (value - BACK[0] - BACK[1] * foe) if prey(unit) > foe else 0.0
        return self.fear * max(STEADY * value, risk)


def _near(one: Reach) -> int:
    return one.free[RECAPTURE_STEPS] | one.met[RECAPTURE_STEPS]


def recapture(given: Muster, seat: Seat, at: int) -> Move | None:
    """Return the cheapest recapture of a seat on a place (C26)."""
    hard = is_immune(given.stacks[at])
    best: tuple[float, Move] | None = None
    for one in reaches(given, seat, 1 << at):
        if one.met[RECAPTURE_STEPS] >> at & 1 and not (hard and one.unit.letter == "S"):
            value = worth(one.unit)
            if best is None or value < best[0]:
                best = value, Move(one.start, one.figure, at, 0)
    return best[1] if best else None
