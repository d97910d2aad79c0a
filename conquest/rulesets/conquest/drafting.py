"""A turn drafted move by move: always what gains most for its points at a first glance."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from conquest.core import Seat
from conquest.islands.pieces import Piece, figures
from conquest.rulesets.conquest.chart import places
from conquest.rulesets.conquest.grail import conquest_of_grail
from conquest.rulesets.conquest.model import (
    FREEZING,
    LAND,
    MOUNTS,
    PRICE,
    RANGE,
    RECAPTURE_STEPS,
    VESSELS,
)
from conquest.rulesets.conquest.muster import Move, Muster, Reach, lost, moved, price, reaches
from conquest.rulesets.conquest.outlook import (
    DANGER,
    GRAIL,
    LOST,
    TOWER,
    Outlook,
    at_stake,
    is_immune,
    prey,
    worth,
)
from conquest.rulesets.conquest.ways import boarded

MOST = 16
LEAST = 0.02
EVERYWHERE = -1
REFUND = 0.3
MOUNTING = 1.2
RETAKE = 0.6


@dataclass(frozen=True, slots=True)
class Style:
    """How a turn is drafted: how much it fears captures, whether it captures at all, looks for a
    last stroke that cannot be answered (C33) and for all of the grail at once; with ``zeal`` it
    wants the grail more than it is worth."""

    fear: float
    strikes: bool = True
    strokes: bool = True
    sees_grail: bool = True
    zeal: float = 0.0


class Draft(NamedTuple):
    """A turn in mind: its moves, the position they are thought to lead to, and what they gain
    besides."""

    moves: tuple[Move, ...]
    muster: Muster
    aside: float = 0.0


class Idea(NamedTuple):
    """A move that could be next, its gain, and the gain for each point."""

    rate: float
    gain: float
    move: Move


class Cover(NamedTuple):
    """Where a figure could be next: a foe within his next turn, an own one as a recapture."""

    start: int
    unit: Piece
    places: int


class Glance:
    """A position as it is looked at before the next move: who could strike or guard where."""

    def __init__(self, seen: Outlook, given: Muster, fear: float) -> None:
        self.seen, self.given, self.fear = seen, given, fear
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
            steps = max(0, min(RANGE[one.unit.letter], budget))
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
            return 0.7 * self.fear * value
        back = 2 + 0.4 * foe
        return self.fear * max(0.1 * value, 0.6 * (value - back) if prey(unit) > foe else 0.0)


def _near(one: Reach) -> int:
    return one.free[RECAPTURE_STEPS] | one.met[RECAPTURE_STEPS]


class Drafting:
    """The drafting of one turn in one style; ``zest`` are whims, by the place where a figure
    stands."""

    def __init__(self, seen: Outlook, style: Style, seat: Seat, zest: Mapping[int, float]) -> None:
        self.seen, self.style, self.seat, self.zest = seen, style, seat, zest
        seats = list(seen.sides)
        self.prized = 0
        self.left_neighbour = seats[(seats.index(seat) + 1) % len(seats)]

    def drafted(self, given: Muster) -> Draft:
        """Return the turn that seems best from here, move by move."""
        self.prized = given.chart.grail | self.seen.foreign
        moves, aside = list[Move](), 0.0
        trails: dict[int, frozenset[int]] = {}
        if self.style.sees_grail and (won := conquest_of_grail(given, self.seat, self.seen.own)):
            return Draft(tuple(won), given)
        for _ in range(MOST):
            glance = Glance(self.seen, given, self.style.fear)
            ideas = [
                one
                for one in (self.ideas(glance) if glance.left else ())
                if one.move.end not in trails.get(one.move.start, ())
            ]
            stroke = (
                max(self.strokes(glance), default=None)
                if self.style.strokes and self.style.strikes
                else None
            )
            spare = stroke.move.cost if stroke else 0
            ideas = [one for one in ideas if one.move.cost <= glance.left - spare]
            best = max(ideas, default=None)
            if best is None or best.gain < LEAST:
                if stroke:
                    moves.append(stroke.move._replace(waived=True))
                    aside += self.urged(given, stroke.move)
                    given = moved(given, stroke.move)
                break
            moves.append(best.move)
            trails[best.move.end] = trails.pop(best.move.start, frozenset()) | {best.move.start}
            aside += self.urged(given, best.move)
            given = self.answered(given, best.move)
        return Draft(tuple(moves), given, aside)

    def urged(self, given: Muster, move: Move) -> float:
        there = given.stacks.get(move.end)
        return self.seen.urge if there and there.seat != self.seat else 0.0

    def answered(self, given: Muster, move: Move) -> Muster:
        """Return the position after a move and the recapture that it must be ready for."""
        there = given.stacks.get(move.end)
        after = moved(given, move)
        if there is None or there.seat == self.seat:
            return after
        back = recapture(after, there.seat, move.end)
        return moved(after, back) if back else after

    def ideas(self, glance: Glance) -> Iterator[Idea]:
        """Yield what could be done next."""
        for one in glance.own:
            held, zest = self.held(glance, one), self.zest.get(one.start, 1.0)
            leaving = glance.risk(one.unit, one.start, one.start) - held
            leaving -= self.seen.nearness(one.unit, one.start)
            for cost in range(1, min(one.steps, glance.left) + 1):
                for at in places(one.free[cost] & ~one.free[cost - 1]):
                    gain = self.walk(glance, one, at, held > 0) + leaving
                    if gain > LEAST:
                        yield Idea(gain / cost * zest, gain, Move(one.start, one.figure, at, cost))
                for at in places(one.met[cost] & ~one.met[cost - 1]):
                    met = self.meet(glance, one, at, cost)
                    if met is not None and met + leaving > LEAST:
                        gain, real = met + leaving, max(1, cost - self.refund(glance, at))
                        yield Idea(gain / real * zest, gain, Move(one.start, one.figure, at, cost))

    def held(self, glance: Glance, one: Reach) -> float:
        """Return what a figure holds by staying where it is."""
        if one.figure or one.unit.letter in VESSELS:
            return 0.0
        return self.field(glance, one.start, leaving=True)

    def field(self, glance: Glance, at: int, *, leaving: bool = False) -> float:
        """Return what it is worth to hold a field."""
        ground = glance.given.chart
        if ground.grail >> at & 1:
            held = (glance.given.masks[self.seat] & ground.grail).bit_count() - leaving
            gain = GRAIL[min(held + 1, FREEZING)] - GRAIL[min(held, FREEZING)]
            return gain + self.style.zeal
        return TOWER if self.seen.foreign >> at & 1 else 0.0

    def walk(self, glance: Glance, one: Reach, at: int, leaving: bool) -> float:
        """Return what it gains to stand on a free place."""
        gain = self.seen.nearness(one.unit, at)
        if glance.struck >> at & 1:
            gain -= glance.risk(one.unit, one.start, at)
        if self.prized >> at & 1 and one.unit.letter in LAND:
            gain += self.field(glance, at, leaving=leaving)
        return gain

    def entered(self, glance: Glance, one: Reach, at: int) -> float:
        """Return what a figure gains by holding a field, with what it leaves already counted."""
        if one.unit.letter not in LAND:
            return 0.0
        return self.field(glance, at, leaving=self.held(glance, one) > 0)

    def meet(self, glance: Glance, one: Reach, at: int, cost: int) -> float | None:
        """Return what it gains to go where somebody stands, None if that cannot be."""
        there = glance.given.stacks[at]
        if there.seat == self.seat:
            return self.mount(one, at, there)
        if there.seat in self.seen.own:
            return None
        if one.unit.letter == "S" and is_immune(there):
            return None
        return self.capture(glance, one, at, cost) if self.style.strikes else None

    def mount(self, one: Reach, at: int, there: Piece) -> float | None:
        if one.unit.letter != "S" or one.figure or there.letter not in MOUNTS:
            return None
        if not boarded(there, one.unit, mounted=False):
            return None
        far = self.seen.ways["S"].get(at, 0)
        base = self.seen.nearness(one.unit, one.start)
        return base + (MOUNTING * min(1.0, (far - 4) / 6) if far > 4 else -1.0)

    def capture(self, glance: Glance, one: Reach, at: int, cost: int) -> float:
        gain = self.won(glance, one, at)
        back = recapture(self.after(glance, one, at, cost), glance.given.stacks[at].seat, at)
        if back is None:
            return gain - glance.risk(one.unit, one.start, at)
        loss = at_stake(one.unit)
        taker = _figure(glance.given, back)
        again = any(
            other.start != one.start and (other.free[steps] | other.met[steps]) >> at & 1
            for other in glance.own
            if (steps := min(other.steps, max(0, glance.left - cost))) >= 0
        )
        return (
            gain
            - loss
            + (RETAKE * prey(taker) if again else 0.0)
            - (0 if again else self.field(glance, at))
        )

    def won(self, glance: Glance, one: Reach, at: int) -> float:
        """Return what a capture gains, if nobody answers it."""
        there = glance.given.stacks[at]
        gain = prey(there) + self.seen.urge + self.seen.nearness(one.unit, at)
        gain += self.seen.nuisance(there, at)
        if self.refund(glance, at):
            gain += LOST + self.relief(glance, at, there.seat)
        return gain + self.entered(glance, one, at)

    def relief(self, glance: Glance, at: int, foe: Seat) -> float:
        """Return what it is worth that a foe holds a field of the grail less."""
        ground = glance.given.chart
        if not ground.grail >> at & 1:
            return 0.0
        held = min((glance.given.masks[foe] & ground.grail).bit_count(), FREEZING)
        return DANGER[held] - DANGER[held - 1]

    def refund(self, glance: Glance, at: int) -> int:
        """Return the points that come back when a place is taken (C34, C35)."""
        return PRICE if lost(glance.given, self.seat, self.seen.own) >> at & 1 else 0

    def after(self, glance: Glance, one: Reach, at: int, cost: int) -> Muster:
        return moved(glance.given, Move(one.start, one.figure, at, cost))

    def strokes(self, glance: Glance) -> Iterator[Idea]:
        """Yield captures that could end the turn without an answer (C33)."""
        aims = glance.given.masks.get(self.left_neighbour, 0)
        if self.left_neighbour in self.seen.own or not self.style.strokes:
            return
        for one in glance.own:
            for cost in range(1, min(one.steps, glance.left) + 1):
                for at in places(one.met[cost] & ~one.met[cost - 1] & aims):
                    there = glance.given.stacks[at]
                    if one.unit.letter == "S" and is_immune(there):
                        continue
                    gain = self.won(glance, one, at) - glance.risk(one.unit, one.start, at)
                    gain -= self.seen.nearness(one.unit, one.start)
                    if gain > 0:
                        yield Idea(gain, gain, Move(one.start, one.figure, at, cost))


def _figure(given: Muster, move: Move) -> Piece:
    return list(figures(given.stacks[move.start]))[move.figure]


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
