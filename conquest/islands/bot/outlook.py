"""How the end of a turn looks to a house player: what it has, what it holds, what it may lose
before its next turn, and how near it is to its goals. A guess, no part of the rules."""

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

# Captures: for each figure, and the share of its worth that counts for whoever takes it.
PREY, SHARE = 2.0, 0.4
STAKE = 1.0
NUISANCE = 1.5

# Fields: so many of the grail held by oneself, by a foe; a foreign tower; a field lost to foes.
GRAIL = (0.0, 8.0, 17.0, 28.0, 42.0, 200.0)
DANGER = (0.0, 2.0, 7.0, 16.0, 32.0, 80.0)
SEATED, TOWER, LOST = 8.0, 3.0, 4.0

# What is to be expected: of the gravest dangers from one foe, of the own best captures, of an
# attack on the grail, one that cannot be answered, and one that does not pay.
FEAR = (0.9, 0.6, 0.35, 0.2)
HOPE = (0.3, 0.15)
TAKEN_BACK, MODEST = 0.5, 0.3
LURE, UNANSWERED, RASH = 2.0, 0.5, 0.15


@lru_cache(maxsize=1 << 14)
def stack_worth(stack: Piece) -> float:
    """Return what a stack is worth to its owner."""
    return sum(WORTH[figure.letter] for figure in figures_in(stack))


@lru_cache(maxsize=1 << 14)
def capture_value(stack: Piece) -> float:
    """Return what it is worth to capture a stack."""
    return PREY * stack_size(stack) + SHARE * stack_worth(stack)


@lru_cache(maxsize=1 << 14)
def loss_value(stack: Piece) -> float:
    """Return what it costs to lose a stack to a foe, who counts it as captured."""
    return stack_worth(stack) + STAKE * stack_size(stack)


@lru_cache(maxsize=1 << 14)
def is_immune(stack: Piece) -> bool:
    """Whether soldiers cannot capture a stack (C13, CR7, G4)."""
    return any(figure.letter in "EW" for figure in figures_in(stack))


@dataclass(frozen=True, slots=True)
class Outlook:
    """What a seat reckons with in a turn: who plays before its next turn and with how many
    points, and how far each place is from what is worth going to. ``urge`` is how much it wants
    any capture, ``hold`` how much it clings to what it has."""

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

    def weigh_turn(self, given: BitPosition) -> float:
        """Weigh a position at the end of the turn; more is better."""
        perils = self.hold * self.expected_losses(given)
        return (
            self.material_value(given)
            + self.fields_value(given)
            - perils
            + self.capture_chances(given)
        )

    def material_value(self, given: BitPosition) -> float:
        """Weigh what is on the board, what was captured and how near all are to their goals."""
        value = PREY * given.captured.get(self.seat, 0)
        for at, stack in given.stacks.items():
            if stack.seat == self.seat:
                value += stack_worth(stack) + self.nearness_value(stack, at)
            elif stack.seat not in self.own:
                value -= SHARE * stack_worth(stack) + self.nuisance_value(stack, at)
        return value

    def nuisance_value(self, stack: Piece, at: int) -> float:
        """Weigh that a stack of a foe stands near the grail."""
        return NUISANCE * stack_size(stack) if self.plateau >> at & 1 else 0.0

    def nearness_value(self, stack: Piece, at: int) -> float:
        """Weigh how near a stack is to what its figures go for."""
        if stack.load:
            return _loaded_nearness(self, stack, at)
        return self.near[stack.letter].get(at, LOST_WAY)

    def fields_value(self, given: BitPosition) -> float:
        """Weigh the grail and the towers, whoever holds them."""
        ground = given.chart
        value = -LOST * lost_mask(given, self.seat, self.own).bit_count()
        for seat, mask in given.masks.items():
            grails = min((mask & ground.grail).bit_count(), FREEZING)
            if seat == self.seat:
                towers = (mask & self.foreign).bit_count()
                value += self.hold * (GRAIL[grails] + TOWER * towers)
            elif seat not in self.own:
                value -= DANGER[grails]
        return value

    def expected_losses(self, given: BitPosition) -> float:
        """Return what others may well take before the next turn, and what that would cost."""
        mine = given.masks[self.seat]
        guards = find_guards(given, self.seat, mine)
        feared = dict[int, float]()
        by = dict[int, Seat]()
        for seat, budget in self.ahead:
            budget -= lost_points(given, seat, self.sides[seat])
            last = seat == self.ahead[-1][0]
            for at, foes in find_attackers(given, seat, mine, budget).items():
                loss = self.expected_loss(given, at, foes, guards.get(at, ()), last)
                if loss > feared.get(at, 0.0):
                    feared[at], by[at] = loss, seat
        return _sum_losses(feared, by)

    def expected_loss(
        self,
        given: BitPosition,
        at: int,
        foes: Sequence[FigureReach],
        guards: Sequence[FigureReach],
        last: bool,
    ) -> float:
        """Return what an attack on a place is expected to cost. Who plays ``last`` before the seat
        may strike without an answer (C33)."""
        stack = given.stacks[at]
        value = loss_value(stack) + self.prize_value(given.chart, at, stack)
        gain = capture_value(stack) + (LURE if given.chart.grail >> at & 1 else 0.0)
        most = 0.0
        for foe in foes:
            is_guarded = any(g.unit.letter != "S" or not is_immune(foe.unit) for g in guards)
            risk = stack_worth(foe.unit) * (UNANSWERED if last else 1.0) if is_guarded else 0.0
            back = capture_value(foe.unit) if is_guarded else 0.0
            most = max(most, value - back if gain > risk else RASH * value)
        return most

    def prize_value(self, ground: BitBoard, at: int, stack: Piece) -> float:
        """Return what holding a place is worth beyond the piece on it."""
        if stack.letter in VESSELS:
            return 0.0
        if ground.grail >> at & 1:
            return SEATED
        return TOWER if self.foreign >> at & 1 else 0.0

    def capture_chances(self, given: BitPosition) -> float:
        """Return what could be captured in the next turn."""
        budget = POINTS - lost_points(given, self.seat, self.own)
        foes = 0
        for seat, mask in given.masks.items():
            if seat not in self.own:
                foes |= mask
        found = dict[int, float]()
        for at, ours in find_attackers(given, self.seat, foes, budget).items():
            stack = given.stacks[at]
            cheapest = min(stack_worth(one.unit) for one in ours)
            found[at] = max(
                capture_value(stack) - TAKEN_BACK * cheapest, MODEST * capture_value(stack)
            )
        best = sorted(found.values(), reverse=True)
        return sum(share * value for share, value in zip(HOPE, best, strict=False))


def _loaded_nearness(seen: Outlook, stack: Piece, at: int) -> float:
    by = seen.near[stack.letter].get(at, LOST_WAY) - LANDING
    return sum(max(seen.near[one.letter].get(at, LOST_WAY), by) for one in figures_in(stack))


def _sum_losses(feared: Mapping[int, float], by: Mapping[int, Seat]) -> float:
    """Add up losses, of which each foe can hardly cause all."""
    total, done = 0.0, dict[Seat, int]()
    for at in sorted(feared, key=lambda place: (-feared[place], place)):
        rank = done.get(by[at], 0)
        total += feared[at] * FEAR[min(rank, len(FEAR) - 1)]
        done[by[at]] = rank + 1
    return total


def find_attackers(
    given: BitPosition, seat: Seat, aims: int, budget: int
) -> dict[int, list[FigureReach]]:
    """Return the figures of a seat that could capture on each of the places ``aims``."""
    found = dict[int, list[FigureReach]]()
    hard = _immune_mask(given, aims)
    for one in figure_reaches(given, seat, aims):
        hits = one.met[max(0, min(given.chart.ranges[one.unit.letter], budget))] & aims
        if one.unit.letter == "S":
            hits &= ~hard
        for at in places_in(hits):
            found.setdefault(at, []).append(one)
    return found


def find_guards(given: BitPosition, seat: Seat, aims: int) -> dict[int, list[FigureReach]]:
    """Return the figures of a seat that could recapture on each of the places ``aims``."""
    found = dict[int, list[FigureReach]]()
    for one in figure_reaches(given, seat, aims):
        near = (one.met[RECAPTURE_STEPS] | one.free[RECAPTURE_STEPS]) & aims & ~(1 << one.start)
        for at in places_in(near):
            found.setdefault(at, []).append(one)
    return found


def _immune_mask(given: BitPosition, aims: int) -> int:
    return sum(1 << at for at in places_in(aims) if is_immune(given.stacks[at]))
