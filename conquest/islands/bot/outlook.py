"""Evaluate the position at the end of a turn, for bots. An estimate, no part of the rules.

It weighs pieces, fields held, losses to be expected before the next turn, and the distances to
goals. The numbers were tried out in tournaments of bots (docs/benchmarks.md).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from conquest.core import Seat
from conquest.islands.bot.bit_board import BitBoard, places_in
from conquest.islands.bot.bit_position import (
    BitPosition,
    FigureReach,
    figure_reaches,
    lost_mask,
    lost_points,
)
from conquest.islands.model import FREEZING, POINTS, RECAPTURE_STEPS
from conquest.islands.pieces import VESSELS, Piece, figures_in, stack_size

WON = 1000.0

# Figures: what each is worth, and a step towards its goal.
WORTH = {"S": 3.0, "K": 5.0, "C": 4.0, "E": 5.5, "B": 3.0, "G": 3.5, "M": 4.0, "T": 4.5, "W": 4.5}
PACE = {
    "S": 0.18,
    "K": 0.24,
    "C": 0.14,
    "E": 0.16,
    "B": 0.05,
    "G": 0.05,
    "M": 0.1,
    "T": 0.05,
    "W": 0.3,
}
LOST_WAY, LANDING = -6.0, 0.2

# Captures: for each figure, and the share of its worth that counts for its capturer.
PREY, SHARE = 2.0, 0.4
STAKE = 1.0
NUISANCE = 1.5

# Fields: by the number of grail fields held by the seat, and by a foe (five immobilise all
# others, C36); for a foreign tower; for a field lost to foes.
GRAIL = (0.0, 8.0, 17.0, 28.0, 42.0, 200.0)
DANGER = (0.0, 2.0, 7.0, 16.0, 32.0, 80.0)
SEATED, TOWER, LOST = 8.0, 3.0, 4.0

# Probabilities: of the gravest dangers from one foe, of the own best captures, of an attack on
# the grail, one that cannot be answered, and one that does not pay.
FEAR = (0.9, 0.6, 0.35, 0.2)
HOPE = (0.3, 0.15)
TAKEN_BACK, MODEST = 0.5, 0.3
LURE, UNANSWERED, RASH = 2.0, 0.5, 0.15


@lru_cache(maxsize=1 << 14)
def stack_worth(stack: Piece) -> float:
    """Return the worth of a stack to its owner."""
    return sum(WORTH[figure.letter] for figure in figures_in(stack))


@lru_cache(maxsize=1 << 14)
def capture_value(stack: Piece) -> float:
    """Return the value of capturing a stack."""
    return PREY * stack_size(stack) + SHARE * stack_worth(stack)


@lru_cache(maxsize=1 << 14)
def loss_value(stack: Piece) -> float:
    """Return the cost of losing a stack to a foe, whose captures count as win points (C39)."""
    return stack_worth(stack) + STAKE * stack_size(stack)


@lru_cache(maxsize=1 << 14)
def is_immune(stack: Piece) -> bool:
    """Whether soldiers cannot capture a stack (C13, CR7, G4)."""
    return any(figure.letter in "EW" for figure in figures_in(stack))


@dataclass(frozen=True, slots=True)
class Outlook:
    """What a seat considers during a turn.

    ``ahead`` are the foes that play before its next turn, with their points; ``ways`` the
    distances to goals by letter and place, ``near`` their values. ``foreign`` are the places of
    enemy towers, ``plateau`` those close to the grail. ``urge`` is the value of any capture,
    ``hold`` a factor for what it has.
    """

    seat: Seat
    own: tuple[Seat, ...]
    sides: Mapping[Seat, tuple[Seat, ...]]
    ahead: tuple[tuple[Seat, int], ...]
    ways: Mapping[str, Mapping[int, int]]
    near: Mapping[str, Mapping[int, float]]
    foreign: int
    plateau: int
    urge: float = 0.0
    hold: float = 1.0

    def weigh_turn(self, position: BitPosition) -> float:
        """Return the value of a position at the end of the turn; more is better."""
        perils = self.hold * self.expected_losses(position)
        return (
            self.material_value(position)
            + self.fields_value(position)
            - perils
            + self.capture_chances(position)
        )

    def material_value(self, position: BitPosition) -> float:
        """Return the value of captures and pieces, and of their distances to their goals."""
        value = PREY * position.captured.get(self.seat, 0)
        for at, stack in position.stacks.items():
            if stack.seat == self.seat:
                value += stack_worth(stack) + self.nearness_value(stack, at)
            elif stack.seat not in self.own:
                value -= SHARE * stack_worth(stack) + self.nuisance_value(stack, at)
        return value

    def nuisance_value(self, stack: Piece, at: int) -> float:
        """Return how much a foe's stack near the grail counts against the seat."""
        return NUISANCE * stack_size(stack) if self.plateau >> at & 1 else 0.0

    def nearness_value(self, stack: Piece, at: int) -> float:
        """Return the value of a stack's distance to the goals of its figures."""
        if stack.load:
            return _loaded_nearness(self, stack, at)
        return self.near[stack.letter].get(at, LOST_WAY)

    def fields_value(self, position: BitPosition) -> float:
        """Return the value of the grail fields and towers that each seat holds."""
        chart = position.chart
        value = -LOST * lost_mask(position, self.seat, self.own).bit_count()
        for seat, mask in position.masks.items():
            grails = min((mask & chart.grail).bit_count(), FREEZING)
            if seat == self.seat:
                towers = (mask & self.foreign).bit_count()
                value += self.hold * (GRAIL[grails] + TOWER * towers)
            elif seat not in self.own:
                value -= DANGER[grails]
        return value

    def expected_losses(self, position: BitPosition) -> float:
        """Return the expected cost of captures by foes before the next turn."""
        mine = position.masks[self.seat]
        guards = find_guards(position, self.seat, mine)
        feared = dict[int, float]()
        by = dict[int, Seat]()
        for seat, budget in self.ahead:
            budget -= lost_points(position, seat, self.sides[seat])
            last = seat == self.ahead[-1][0]
            for at, foes in find_attackers(position, seat, mine, budget).items():
                loss = self.expected_loss(position, at, foes, guards.get(at, ()), last)
                if loss > feared.get(at, 0.0):
                    feared[at], by[at] = loss, seat
        return _sum_losses(feared, by)

    def expected_loss(
        self,
        position: BitPosition,
        at: int,
        foes: Sequence[FigureReach],
        guards: Sequence[FigureReach],
        last: bool,
    ) -> float:
        """Return the expected cost of an attack on a place.

        The foe that plays ``last`` before the seat has it as its left neighbour, and may capture
        without an answer (C33).
        """
        stack = position.stacks[at]
        value = loss_value(stack) + self.prize_value(position.chart, at, stack)
        gain = capture_value(stack) + (LURE if position.chart.grail >> at & 1 else 0.0)
        most = 0.0
        for foe in foes:
            is_guarded = any(g.unit.letter != "S" or not is_immune(foe.unit) for g in guards)
            risk = stack_worth(foe.unit) * (UNANSWERED if last else 1.0) if is_guarded else 0.0
            back = capture_value(foe.unit) if is_guarded else 0.0
            most = max(most, value - back if gain > risk else RASH * value)
        return most

    def prize_value(self, chart: BitBoard, at: int, stack: Piece) -> float:
        """Return the value of holding a place, without the piece on it."""
        if stack.letter in VESSELS:
            return 0.0
        if chart.grail >> at & 1:
            return SEATED
        return TOWER if self.foreign >> at & 1 else 0.0

    def capture_chances(self, position: BitPosition) -> float:
        """Return the value of captures that could be made in the next turn."""
        budget = POINTS - lost_points(position, self.seat, self.own)
        foes = 0
        for seat, mask in position.masks.items():
            if seat not in self.own:
                foes |= mask
        chances = dict[int, float]()
        for at, ours in find_attackers(position, self.seat, foes, budget).items():
            stack = position.stacks[at]
            cheapest = min(stack_worth(reach.unit) for reach in ours)
            chances[at] = max(
                capture_value(stack) - TAKEN_BACK * cheapest, MODEST * capture_value(stack)
            )
        best = sorted(chances.values(), reverse=True)
        return sum(share * value for share, value in zip(HOPE, best, strict=False))


def _loaded_nearness(outlook: Outlook, stack: Piece, at: int) -> float:
    aboard = outlook.near[stack.letter].get(at, LOST_WAY) - LANDING
    return sum(
        max(outlook.near[figure.letter].get(at, LOST_WAY), aboard) for figure in figures_in(stack)
    )


def _sum_losses(feared: Mapping[int, float], by: Mapping[int, Seat]) -> float:
    """Return the sum of losses; each further loss from the same foe counts less."""
    total, done = 0.0, dict[Seat, int]()
    for at in sorted(feared, key=lambda place: (-feared[place], place)):
        rank = done.get(by[at], 0)
        total += feared[at] * FEAR[min(rank, len(FEAR) - 1)]
        done[by[at]] = rank + 1
    return total


def find_attackers(
    position: BitPosition, seat: Seat, aims: int, budget: int
) -> dict[int, list[FigureReach]]:
    """Return the figures of a seat that could capture on each of the places ``aims``."""
    by_place = dict[int, list[FigureReach]]()
    hard = _immune_mask(position, aims)
    for reach in figure_reaches(position, seat, aims):
        hits = reach.met[max(0, min(position.chart.ranges[reach.unit.letter], budget))] & aims
        if reach.unit.letter == "S":
            hits &= ~hard
        for at in places_in(hits):
            by_place.setdefault(at, []).append(reach)
    return by_place


def find_guards(position: BitPosition, seat: Seat, aims: int) -> dict[int, list[FigureReach]]:
    """Return the figures of a seat that could recapture on each of the places ``aims``."""
    by_place = dict[int, list[FigureReach]]()
    for reach in figure_reaches(position, seat, aims):
        near = (
            (reach.met[RECAPTURE_STEPS] | reach.free[RECAPTURE_STEPS]) & aims & ~(1 << reach.start)
        )
        for at in places_in(near):
            by_place.setdefault(at, []).append(reach)
    return by_place


def _immune_mask(position: BitPosition, aims: int) -> int:
    return sum(1 << at for at in places_in(aims) if is_immune(position.stacks[at]))
