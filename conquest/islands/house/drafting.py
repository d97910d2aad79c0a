"""A turn drafted move by move: always what gains most for its points at a first glance."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from conquest.core import Seat
from conquest.islands.house.chart import places
from conquest.islands.house.glance import Glance, recapture
from conquest.islands.house.grail import conquest_of_grail
from conquest.islands.house.muster import Move, Muster, Reach, lost, moved
from conquest.islands.house.outlook import (
    DANGER,
    GRAIL,
    LOST,
    TOWER,
    Outlook,
    at_stake,
    is_immune,
    prey,
)
from conquest.islands.model import FREEZING, PRICE
from conquest.islands.pieces import LAND, MOUNTS, VESSELS, Piece, figures
from conquest.islands.rules.ways import boarded

MOST = 16
LEAST = 0.02
MOUNTING = 1.2
NEARBY, LONG = 4, 6
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


class Drafting:
    """The drafting of one turn in one style; ``zest`` are whims, by the place where a figure
    stands."""

    def __init__(self, seen: Outlook, style: Style, zest: Mapping[int, float]) -> None:
        self.seen, self.style, self.seat, self.zest = seen, style, seen.seat, zest
        seats = list(seen.sides)
        self.left_neighbour = seats[(seats.index(seen.seat) + 1) % len(seats)]

    def drafted(self, given: Muster) -> Draft:
        """Return the turn that seems best from here."""
        if self.style.sees_grail and (won := conquest_of_grail(given, self.seat, self.seen.own)):
            return Draft(tuple(won), given)
        draft, trails = Draft((), given), dict[int, frozenset[int]]()
        for _ in range(MOST):
            glance = Glance(self.seen, draft.muster, self.style.fear)
            stroke = max(self.strokes(glance), default=None)
            best = self.best(glance, glance.left - (stroke.move.cost if stroke else 0), trails)
            if best is None:
                return self.struck(draft, stroke.move) if stroke else draft
            draft = self.gone_on(draft, best.move)
            start, end = best.move.start, best.move.end
            trails[end] = trails.pop(start, frozenset()) | {start}
        return draft

    def best(self, glance: Glance, left: int, trails: Mapping[int, frozenset[int]]) -> Idea | None:
        """Return the best move for the points left, which leads nobody back on his trail."""
        ideas = (
            idea
            for idea in self.ideas(glance)
            if idea.move.cost <= left and idea.move.end not in trails.get(idea.move.start, ())
        )
        return max(ideas, default=None)

    def gone_on(self, draft: Draft, move: Move) -> Draft:
        """Return a draft with a move, and the recapture that must be reckoned with."""
        there = draft.muster.stacks.get(move.end)
        after = moved(draft.muster, move)
        if there is None or there.seat == self.seat:
            return Draft((*draft.moves, move), after, draft.aside)
        back = recapture(after, there.seat, move.end)
        after = moved(after, back) if back else after
        return Draft((*draft.moves, move), after, draft.aside + self.seen.urge)

    def struck(self, draft: Draft, move: Move) -> Draft:
        """Return a draft with a last stroke, which nobody may answer (C33)."""
        moves = (*draft.moves, move._replace(waived=True))
        return Draft(moves, moved(draft.muster, move), draft.aside + self.seen.urge)

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
            return self.seen.hold * (gain + self.style.zeal)
        return self.seen.hold * TOWER if self.seen.foreign >> at & 1 else 0.0

    def walk(self, glance: Glance, one: Reach, at: int, leaving: bool) -> float:
        """Return what it gains to stand on a free place."""
        gain = self.seen.nearness(one.unit, at)
        if glance.struck >> at & 1:
            gain -= glance.risk(one.unit, one.start, at)
        if (glance.given.chart.grail | self.seen.foreign) >> at & 1 and one.unit.letter in LAND:
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
        """Return what it gains that a soldier mounts, None if he cannot."""
        if one.unit.letter != "S" or one.figure or there.letter not in MOUNTS:
            return None
        if not boarded(there, one.unit, off=""):
            return None
        far = self.seen.ways["S"].get(at, 0)
        ride = MOUNTING * min(1.0, (far - NEARBY) / LONG) if far > NEARBY else -1.0
        return self.seen.nearness(one.unit, one.start) + ride

    def capture(self, glance: Glance, one: Reach, at: int, cost: int) -> float:
        """Return what a capture gains after the answer to it."""
        gain = self.won(glance, one, at)
        after = moved(glance.given, Move(one.start, one.figure, at, cost))
        back = recapture(after, glance.given.stacks[at].seat, at)
        if back is None:
            return gain - glance.risk(one.unit, one.start, at)
        gain -= at_stake(one.unit)
        if self.retakes(glance, one, at, cost):
            return gain + RETAKE * prey(_figure(glance.given, back))
        return gain - self.field(glance, at)

    def retakes(self, glance: Glance, one: Reach, at: int, cost: int) -> bool:
        """Tell whether another figure could take what recaptures."""
        left = max(0, glance.left - cost)
        for other in glance.own:
            steps = min(other.steps, left)
            if other.start != one.start and (other.free[steps] | other.met[steps]) >> at & 1:
                return True
        return False

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
