"""A turn drafted move by move: always what gains most for its points at a first glance."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from conquest.core import Seat
from conquest.islands.bot.bit_board import places_in
from conquest.islands.bot.bit_position import (
    BitPosition,
    BotMove,
    FigureReach,
    after_move,
    lost_mask,
)
from conquest.islands.bot.grail import conquest_of_grail
from conquest.islands.bot.outlook import (
    DANGER,
    GRAIL,
    LOST,
    TOWER,
    Outlook,
    capture_value,
    is_immune,
    loss_value,
)
from conquest.islands.bot.threats import Threats, cheapest_recapture
from conquest.islands.model import FREEZING, PRICE
from conquest.islands.pieces import LAND, MOUNTS, VESSELS, Piece, figures_in
from conquest.islands.rules.steps import try_boarding

MOST = 16
LEAST = 0.02
MOUNTING = 1.2
NEARBY, LONG = 4, 6
RETAKE = 0.6


@dataclass(frozen=True, slots=True)
class DraftingStyle:
    """How a turn is drafted: how much it fears captures, whether it captures at all, looks for a
    last stroke that cannot be answered (C33) and for all of the grail at once; with ``zeal`` it
    wants the grail more than it is worth."""

    fear: float
    strikes: bool = True
    strokes: bool = True
    sees_grail: bool = True
    zeal: float = 0.0


class TurnDraft(NamedTuple):
    """A turn in mind: its moves, the position they are thought to lead to, and what they gain
    besides."""

    moves: tuple[BotMove, ...]
    muster: BitPosition
    aside: float = 0.0


class MoveIdea(NamedTuple):
    """A move that could be next, its gain, and the gain for each point."""

    rate: float
    gain: float
    move: BotMove


class TurnDrafter:
    """The drafting of one turn in one style; ``zest`` are whims, by the place where a figure
    stands."""

    def __init__(self, seen: Outlook, style: DraftingStyle, zest: Mapping[int, float]) -> None:
        self.seen, self.style, self.seat, self.zest = seen, style, seen.seat, zest
        seats = list(seen.sides)
        self.left_neighbour = seats[(seats.index(seen.seat) + 1) % len(seats)]

    def draft_turn(self, given: BitPosition) -> TurnDraft:
        """Return the turn that seems best from here."""
        if self.style.sees_grail and (won := conquest_of_grail(given, self.seat, self.seen.own)):
            return TurnDraft(tuple(won), given)
        draft, trails = TurnDraft((), given), dict[int, frozenset[int]]()
        for _ in range(MOST):
            glance = Threats(self.seen, draft.muster, self.style.fear)
            stroke = max(self.last_strokes(glance), default=None)
            best = self.best_idea(glance, glance.left - (stroke.move.cost if stroke else 0), trails)
            if best is None:
                return self.with_last_stroke(draft, stroke.move) if stroke else draft
            draft = self.extend_draft(draft, best.move)
            start, end = best.move.start, best.move.end
            trails[end] = trails.pop(start, frozenset()) | {start}
        return draft

    def best_idea(
        self, glance: Threats, left: int, trails: Mapping[int, frozenset[int]]
    ) -> MoveIdea | None:
        """Return the best move for the points left, which leads nobody back on his trail."""
        ideas = (
            idea
            for idea in self.move_ideas(glance)
            if idea.move.cost <= left and idea.move.end not in trails.get(idea.move.start, ())
        )
        return max(ideas, default=None)

    def extend_draft(self, draft: TurnDraft, move: BotMove) -> TurnDraft:
        """Return a draft with a move, and the recapture that must be reckoned with."""
        there = draft.muster.stacks.get(move.end)
        after = after_move(draft.muster, move)
        if there is None or there.seat == self.seat:
            return TurnDraft((*draft.moves, move), after, draft.aside)
        back = cheapest_recapture(after, there.seat, move.end)
        after = after_move(after, back) if back else after
        return TurnDraft((*draft.moves, move), after, draft.aside + self.seen.urge)

    def with_last_stroke(self, draft: TurnDraft, move: BotMove) -> TurnDraft:
        """Return a draft with a last stroke, which nobody may answer (C33)."""
        moves = (*draft.moves, move._replace(waived=True))
        return TurnDraft(moves, after_move(draft.muster, move), draft.aside + self.seen.urge)

    def move_ideas(self, glance: Threats) -> Iterator[MoveIdea]:
        """Yield what could be done next."""
        for one in glance.own:
            held, zest = self.holding_value(glance, one), self.zest.get(one.start, 1.0)
            leaving = glance.feared_loss(one.unit, one.start, one.start) - held
            leaving -= self.seen.nearness_value(one.unit, one.start)
            for cost in range(1, min(one.steps, glance.left) + 1):
                for at in places_in(one.free[cost] & ~one.free[cost - 1]):
                    gain = self.walk_gain(glance, one, at, held > 0) + leaving
                    if gain > LEAST:
                        yield MoveIdea(
                            gain / cost * zest, gain, BotMove(one.start, one.figure, at, cost)
                        )
                for at in places_in(one.met[cost] & ~one.met[cost - 1]):
                    met = self.meeting_gain(glance, one, at, cost)
                    if met is not None and met + leaving > LEAST:
                        gain, real = met + leaving, max(1, cost - self.refunded_points(glance, at))
                        yield MoveIdea(
                            gain / real * zest, gain, BotMove(one.start, one.figure, at, cost)
                        )

    def holding_value(self, glance: Threats, one: FigureReach) -> float:
        """Return what a figure holds by staying where it is."""
        if one.figure or one.unit.letter in VESSELS:
            return 0.0
        return self.field_value(glance, one.start, leaving=True)

    def field_value(self, glance: Threats, at: int, *, leaving: bool = False) -> float:
        """Return what it is worth to hold a field."""
        ground = glance.given.chart
        if ground.grail >> at & 1:
            held = (glance.given.masks[self.seat] & ground.grail).bit_count() - leaving
            gain = GRAIL[min(held + 1, FREEZING)] - GRAIL[min(held, FREEZING)]
            return self.seen.hold * (gain + self.style.zeal)
        return self.seen.hold * TOWER if self.seen.foreign >> at & 1 else 0.0

    def walk_gain(self, glance: Threats, one: FigureReach, at: int, leaving: bool) -> float:
        """Return what it gains to stand on a free place."""
        gain = self.seen.nearness_value(one.unit, at)
        if glance.struck >> at & 1:
            gain -= glance.feared_loss(one.unit, one.start, at)
        if (glance.given.chart.grail | self.seen.foreign) >> at & 1 and one.unit.letter in LAND:
            gain += self.field_value(glance, at, leaving=leaving)
        return gain

    def entry_gain(self, glance: Threats, one: FigureReach, at: int) -> float:
        """Return what a figure gains by holding a field, with what it leaves already counted."""
        if one.unit.letter not in LAND:
            return 0.0
        return self.field_value(glance, at, leaving=self.holding_value(glance, one) > 0)

    def meeting_gain(self, glance: Threats, one: FigureReach, at: int, cost: int) -> float | None:
        """Return what it gains to go where somebody stands, None if that cannot be."""
        there = glance.given.stacks[at]
        if there.seat == self.seat:
            return self.mount_gain(one, at, there)
        if there.seat in self.seen.own:
            return None
        if one.unit.letter == "S" and is_immune(there):
            return None
        return self.capture_gain(glance, one, at, cost) if self.style.strikes else None

    def mount_gain(self, one: FigureReach, at: int, there: Piece) -> float | None:
        """Return what it gains that a soldier mounts, None if he cannot."""
        if one.unit.letter != "S" or one.figure or there.letter not in MOUNTS:
            return None
        if not try_boarding(there, one.unit, off=""):
            return None
        far = self.seen.ways["S"].get(at, 0)
        ride = MOUNTING * min(1.0, (far - NEARBY) / LONG) if far > NEARBY else -1.0
        return self.seen.nearness_value(one.unit, one.start) + ride

    def capture_gain(self, glance: Threats, one: FigureReach, at: int, cost: int) -> float:
        """Return what a capture gains after the answer to it."""
        gain = self.unanswered_gain(glance, one, at)
        after = after_move(glance.given, BotMove(one.start, one.figure, at, cost))
        back = cheapest_recapture(after, glance.given.stacks[at].seat, at)
        if back is None:
            return gain - glance.feared_loss(one.unit, one.start, at)
        gain -= loss_value(one.unit)
        if self.can_retake(glance, one, at, cost):
            return gain + RETAKE * capture_value(_moving_figure(glance.given, back))
        return gain - self.field_value(glance, at)

    def can_retake(self, glance: Threats, one: FigureReach, at: int, cost: int) -> bool:
        """Whether another figure could take what recaptures."""
        left = max(0, glance.left - cost)
        for other in glance.own:
            steps = min(other.steps, left)
            if other.start != one.start and (other.free[steps] | other.met[steps]) >> at & 1:
                return True
        return False

    def unanswered_gain(self, glance: Threats, one: FigureReach, at: int) -> float:
        """Return what a capture gains, if nobody answers it."""
        there = glance.given.stacks[at]
        gain = capture_value(there) + self.seen.urge + self.seen.nearness_value(one.unit, at)
        gain += self.seen.nuisance_value(there, at)
        if self.refunded_points(glance, at):
            gain += LOST + self.relief_value(glance, at, there.seat)
        return gain + self.entry_gain(glance, one, at)

    def relief_value(self, glance: Threats, at: int, foe: Seat) -> float:
        """Return what it is worth that a foe holds a field of the grail less."""
        ground = glance.given.chart
        if not ground.grail >> at & 1:
            return 0.0
        held = min((glance.given.masks[foe] & ground.grail).bit_count(), FREEZING)
        return DANGER[held] - DANGER[held - 1]

    def refunded_points(self, glance: Threats, at: int) -> int:
        """Return the points that come back when a place is taken (C34, C35)."""
        return PRICE if lost_mask(glance.given, self.seat, self.seen.own) >> at & 1 else 0

    def last_strokes(self, glance: Threats) -> Iterator[MoveIdea]:
        """Yield captures that could end the turn without an answer (C33)."""
        aims = glance.given.masks.get(self.left_neighbour, 0)
        if self.left_neighbour in self.seen.own or not self.style.strokes:
            return
        for one in glance.own:
            for cost in range(1, min(one.steps, glance.left) + 1):
                for at in places_in(one.met[cost] & ~one.met[cost - 1] & aims):
                    there = glance.given.stacks[at]
                    if one.unit.letter == "S" and is_immune(there):
                        continue
                    gain = self.unanswered_gain(glance, one, at) - glance.feared_loss(
                        one.unit, one.start, at
                    )
                    gain -= self.seen.nearness_value(one.unit, one.start)
                    if gain > 0:
                        yield MoveIdea(gain, gain, BotMove(one.start, one.figure, at, cost))


def _moving_figure(given: BitPosition, move: BotMove) -> Piece:
    return list(figures_in(given.stacks[move.start]))[move.figure]
