"""Draft a turn move by move: the next move is always the one with the best gain for its points.

The gains are quick estimates; only whole turns are weighed in full.
"""

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

# A turn has 20 points: a draft this long has spent nearly all of them.
MOST = 16
# A move with a smaller gain is not worth its points.
LEAST = 0.02
# A ride pays where the goal is farther than NEARBY steps, and fully at LONG steps more.
MOUNTING = 1.2
NEARBY, LONG = 4, 6
# The share of the recapturing piece's value that counts when it can be taken in turn.
RETAKE = 0.6


@dataclass(frozen=True, slots=True)
class DraftingStyle:
    """How a turn is drafted.

    How much it fears captures, whether it captures at all (``strikes``), looks for a last capture
    that cannot be answered (``strokes``, C33), and for the whole grail at once. ``zeal`` is added
    to the value of a grail field.
    """

    fear: float
    strikes: bool = True
    strokes: bool = True
    sees_grail: bool = True
    zeal: float = 0.0


class TurnDraft(NamedTuple):
    """A drafted turn: its moves, the position to which they are expected to lead, and gains that
    do not show in that position (``aside``)."""

    moves: tuple[BotMove, ...]
    muster: BitPosition
    aside: float = 0.0


class MoveIdea(NamedTuple):
    """A candidate for the next move, with its gain for each point (``rate``) and in total."""

    rate: float
    gain: float
    move: BotMove


class TurnDrafter:
    """A drafter of one turn in one style; ``zest`` are random factors by the place of a figure."""

    def __init__(self, outlook: Outlook, style: DraftingStyle, zest: Mapping[int, float]) -> None:
        self.outlook, self.style, self.seat, self.zest = outlook, style, outlook.seat, zest
        seats = list(outlook.sides)
        self.left_neighbour = seats[(seats.index(outlook.seat) + 1) % len(seats)]

    def draft_turn(self, position: BitPosition) -> TurnDraft:
        """Return the turn that seems best from a position."""
        if self.style.sees_grail and (
            won := conquest_of_grail(position, self.seat, self.outlook.own)
        ):
            return TurnDraft(tuple(won), position)
        # The places where each figure has been in this turn, so that it does not walk in circles.
        draft, trails = TurnDraft((), position), dict[int, frozenset[int]]()
        for _ in range(MOST):
            threats = Threats(self.outlook, draft.muster, self.style.fear)
            stroke = max(self.last_strokes(threats), default=None)
            best = self.best_idea(
                threats, threats.left - (stroke.move.cost if stroke else 0), trails
            )
            if best is None:
                return self.with_last_stroke(draft, stroke.move) if stroke else draft
            draft = self.extend_draft(draft, best.move)
            start, end = best.move.start, best.move.end
            trails[end] = trails.pop(start, frozenset()) | {start}
        return draft

    def best_idea(
        self, threats: Threats, left: int, trails: Mapping[int, frozenset[int]]
    ) -> MoveIdea | None:
        """Return the best move for the points left that leads no figure back on its trail."""
        ideas = (
            idea
            for idea in self.move_ideas(threats)
            if idea.move.cost <= left and idea.move.end not in trails.get(idea.move.start, ())
        )
        return max(ideas, default=None)

    def extend_draft(self, draft: TurnDraft, move: BotMove) -> TurnDraft:
        """Return a draft with another move, and the recapture that is to be expected."""
        there = draft.muster.stacks.get(move.end)
        after = after_move(draft.muster, move)
        if there is None or there.seat == self.seat:
            return TurnDraft((*draft.moves, move), after, draft.aside)
        back = cheapest_recapture(after, there.seat, move.end)
        after = after_move(after, back) if back else after
        return TurnDraft((*draft.moves, move), after, draft.aside + self.outlook.urge)

    def with_last_stroke(self, draft: TurnDraft, move: BotMove) -> TurnDraft:
        """Return a draft that ends with a capture that waives the points left (C33)."""
        moves = (*draft.moves, move._replace(waived=True))
        return TurnDraft(moves, after_move(draft.muster, move), draft.aside + self.outlook.urge)

    def move_ideas(self, threats: Threats) -> Iterator[MoveIdea]:
        """Yield all moves with a gain that could be next."""
        for reach in threats.own:
            held, zest = self.holding_value(threats, reach), self.zest.get(reach.start, 1.0)
            leaving = threats.feared_loss(reach.unit, reach.start, reach.start) - held
            leaving -= self.outlook.nearness_value(reach.unit, reach.start)
            for cost in range(1, min(reach.steps, threats.left) + 1):
                for at in places_in(reach.free[cost] & ~reach.free[cost - 1]):
                    gain = self.walk_gain(threats, reach, at, held > 0) + leaving
                    if gain > LEAST:
                        yield MoveIdea(
                            gain / cost * zest, gain, BotMove(reach.start, reach.figure, at, cost)
                        )
                for at in places_in(reach.met[cost] & ~reach.met[cost - 1]):
                    met = self.meeting_gain(threats, reach, at, cost)
                    if met is not None and met + leaving > LEAST:
                        gain, real = met + leaving, max(1, cost - self.refunded_points(threats, at))
                        yield MoveIdea(
                            gain / real * zest, gain, BotMove(reach.start, reach.figure, at, cost)
                        )

    def holding_value(self, threats: Threats, reach: FigureReach) -> float:
        """Return the value of the field that a figure holds by staying where it is."""
        if reach.figure or reach.unit.letter in VESSELS:
            return 0.0
        return self.field_value(threats, reach.start, leaving=True)

    def field_value(self, threats: Threats, at: int, *, leaving: bool = False) -> float:
        """Return the value of holding a field; ``leaving`` if the seat gives up another one."""
        chart = threats.position.chart
        if chart.grail >> at & 1:
            held = (threats.position.masks[self.seat] & chart.grail).bit_count() - leaving
            gain = GRAIL[min(held + 1, FREEZING)] - GRAIL[min(held, FREEZING)]
            return self.outlook.hold * (gain + self.style.zeal)
        return self.outlook.hold * TOWER if self.outlook.foreign >> at & 1 else 0.0

    def walk_gain(self, threats: Threats, reach: FigureReach, at: int, leaving: bool) -> float:
        """Return the gain of a walk to a free place."""
        gain = self.outlook.nearness_value(reach.unit, at)
        if threats.struck >> at & 1:
            gain -= threats.feared_loss(reach.unit, reach.start, at)
        if (
            threats.position.chart.grail | self.outlook.foreign
        ) >> at & 1 and reach.unit.letter in LAND:
            gain += self.field_value(threats, at, leaving=leaving)
        return gain

    def entry_gain(self, threats: Threats, reach: FigureReach, at: int) -> float:
        """Return the value of the field that a figure enters; what it leaves is counted before."""
        if reach.unit.letter not in LAND:
            return 0.0
        return self.field_value(threats, at, leaving=self.holding_value(threats, reach) > 0)

    def meeting_gain(
        self, threats: Threats, reach: FigureReach, at: int, cost: int
    ) -> float | None:
        """Return the gain of a move to a place that is taken, None if it is not possible."""
        there = threats.position.stacks[at]
        if there.seat == self.seat:
            return self.mount_gain(reach, at, there)
        if there.seat in self.outlook.own:
            return None
        if reach.unit.letter == "S" and is_immune(there):
            return None
        return self.capture_gain(threats, reach, at, cost) if self.style.strikes else None

    def mount_gain(self, reach: FigureReach, at: int, there: Piece) -> float | None:
        """Return the gain of a soldier that mounts, None if it cannot."""
        if reach.unit.letter != "S" or reach.figure or there.letter not in MOUNTS:
            return None
        if not try_boarding(there, reach.unit, off=""):
            return None
        far = self.outlook.ways["S"].get(at, 0)
        ride = MOUNTING * min(1.0, (far - NEARBY) / LONG) if far > NEARBY else -1.0
        return self.outlook.nearness_value(reach.unit, reach.start) + ride

    def capture_gain(self, threats: Threats, reach: FigureReach, at: int, cost: int) -> float:
        """Return the gain of a capture after the cheapest recapture."""
        gain = self.unanswered_gain(threats, reach, at)
        after = after_move(threats.position, BotMove(reach.start, reach.figure, at, cost))
        back = cheapest_recapture(after, threats.position.stacks[at].seat, at)
        if back is None:
            return gain - threats.feared_loss(reach.unit, reach.start, at)
        gain -= loss_value(reach.unit)
        if self.can_retake(threats, reach, at, cost):
            return gain + RETAKE * capture_value(_moving_figure(threats.position, back))
        return gain - self.field_value(threats, at)

    def can_retake(self, threats: Threats, reach: FigureReach, at: int, cost: int) -> bool:
        """Whether another own figure could take the piece that recaptures."""
        left = max(0, threats.left - cost)
        for other in threats.own:
            steps = min(other.steps, left)
            if other.start != reach.start and (other.free[steps] | other.met[steps]) >> at & 1:
                return True
        return False

    def unanswered_gain(self, threats: Threats, reach: FigureReach, at: int) -> float:
        """Return the gain of a capture that is not answered."""
        there = threats.position.stacks[at]
        gain = (
            capture_value(there) + self.outlook.urge + self.outlook.nearness_value(reach.unit, at)
        )
        gain += self.outlook.nuisance_value(there, at)
        if self.refunded_points(threats, at):
            gain += LOST + self.relief_value(threats, at, there.seat)
        return gain + self.entry_gain(threats, reach, at)

    def relief_value(self, threats: Threats, at: int, foe: Seat) -> float:
        """Return the value of taking a grail field from a foe."""
        chart = threats.position.chart
        if not chart.grail >> at & 1:
            return 0.0
        held = min((threats.position.masks[foe] & chart.grail).bit_count(), FREEZING)
        return DANGER[held] - DANGER[held - 1]

    def refunded_points(self, threats: Threats, at: int) -> int:
        """Return the points that come back when a place is taken (C34, C35)."""
        return PRICE if lost_mask(threats.position, self.seat, self.outlook.own) >> at & 1 else 0

    def last_strokes(self, threats: Threats) -> Iterator[MoveIdea]:
        """Yield captures from the left neighbour that would end the turn unanswered (C33)."""
        aims = threats.position.masks.get(self.left_neighbour, 0)
        if self.left_neighbour in self.outlook.own or not self.style.strokes:
            return
        for reach in threats.own:
            for cost in range(1, min(reach.steps, threats.left) + 1):
                for at in places_in(reach.met[cost] & ~reach.met[cost - 1] & aims):
                    there = threats.position.stacks[at]
                    if reach.unit.letter == "S" and is_immune(there):
                        continue
                    gain = self.unanswered_gain(threats, reach, at) - threats.feared_loss(
                        reach.unit, reach.start, at
                    )
                    gain -= self.outlook.nearness_value(reach.unit, reach.start)
                    if gain > 0:
                        yield MoveIdea(gain, gain, BotMove(reach.start, reach.figure, at, cost))


def _moving_figure(position: BitPosition, move: BotMove) -> Piece:
    return list(figures_in(position.stacks[move.start]))[move.figure]
