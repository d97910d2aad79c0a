"""A position as sets of bits, for house players: who stands where, and what a move makes of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from conquest.core import Seat
from conquest.islands.bot.bit_board import BitBoard, bit_board, reach_rings
from conquest.islands.model import PRICE, State
from conquest.islands.pieces import (
    LAND,
    VESSELS,
    Piece,
    figures_in,
    stack_size,
    take_figure,
    with_steps,
)
from conquest.islands.rules.sides import side_of
from conquest.islands.rules.steps import try_boarding
from conquest.islands.rules.tally import base_points


class BotMove(NamedTuple):
    """A figure's way: its place in the stack it leaves, what it costs, and whether the turn ends
    with it (C33)."""

    start: int
    figure: int
    end: int
    cost: int
    waived: bool = False


class BitPosition(NamedTuple):
    """Who stands where. ``points`` are those of the seat on turn, lost fields not yet counted."""

    chart: BitBoard
    stacks: Mapping[int, Piece]
    masks: Mapping[Seat, int]
    captured: Mapping[Seat, int]
    points: int

    @property
    def occupied_mask(self) -> int:
        found = 0
        for mask in self.masks.values():
            found |= mask
        return found


def bit_position(state: State) -> BitPosition:
    """Return a state as sets of bits."""
    ground = bit_board(state.board, state.laws)
    stacks = {ground.place[field]: stack for field, stack in state.pieces.items()}
    masks = dict.fromkeys(state.seats, 0)
    for at, stack in stacks.items():
        masks[stack.seat] |= 1 << at
    return BitPosition(ground, stacks, masks, dict(state.captured), base_points(state) - state.used)


def sides_by_seat(state: State) -> Mapping[Seat, tuple[Seat, ...]]:
    """Return the side of each seat."""
    return {seat: side_of(state, seat) for seat in state.seats}


def lost_mask(given: BitPosition, seat: Seat, own: tuple[Seat, ...]) -> int:
    """Return the fields that others hold and that cost a seat points (C34, C35)."""
    foes = 0
    for other, mask in given.masks.items():
        if other not in own:
            foes |= mask
    return foes & (given.chart.grail | given.chart.towers[seat])


def lost_points(given: BitPosition, seat: Seat, own: tuple[Seat, ...]) -> int:
    """Return what others' fields cost a seat each turn."""
    return PRICE * lost_mask(given, seat, own).bit_count()


def after_move(given: BitPosition, move: BotMove) -> BitPosition:
    """Return the position after a move that can be made."""
    stacks, masks = dict(given.stacks), dict(given.masks)
    unit, left = take_figure(stacks.pop(move.start), move.figure)
    seat, there, captured = unit.seat, stacks.get(move.end), given.captured
    if left:
        stacks[move.start] = left
    else:
        masks[seat] ^= 1 << move.start
    if there and there.seat != seat:
        masks[there.seat] ^= 1 << move.end
        captured = _add_captured(
            given.captured, seat, stack_size(there) - _boards_vessel(unit, there)
        )
    masks[seat] |= 1 << move.end
    stacks[move.end] = _landed_stack(unit, there, move.cost)
    return BitPosition(given.chart, stacks, masks, captured, given.points - move.cost)


def _boards_vessel(unit: Piece, there: Piece) -> bool:
    return unit.letter in LAND and there.letter in VESSELS


def _landed_stack(unit: Piece, there: Piece | None, cost: int) -> Piece:
    if there is None:
        return with_steps(unit, unit.steps + cost)
    if there.seat == unit.seat:
        return try_boarding(there, with_steps(unit, unit.steps + cost), off="") or there
    unit = with_steps(unit, 0)
    return Piece(unit.seat, there.letter, (unit,)) if _boards_vessel(unit, there) else unit


def _add_captured(captured: Mapping[Seat, int], seat: Seat, prey: int) -> Mapping[Seat, int]:
    return {**captured, seat: captured.get(seat, 0) + prey} if prey else captured


class FigureReach(NamedTuple):
    """What a figure can do: ``free`` fields it can stop on and those where it meets somebody,
    by the number of steps."""

    start: int
    figure: int
    unit: Piece
    free: tuple[int, ...]
    met: tuple[int, ...]
    steps: int


def figure_reaches(given: BitPosition, seat: Seat, near: int) -> Iterator[FigureReach]:
    """Yield the figures of a seat that could come to one of the places ``near``."""
    ground, occupied, own = given.chart, given.occupied_mask, given.masks[seat]
    for at, stack in given.stacks.items():
        if stack.seat != seat:
            continue
        for figure, unit in enumerate(figures_in(stack)) if stack.load else ((0, stack),):
            letter = unit.letter
            if ground.balls[letter][at] & near and ground.steps[letter][at]:
                found = reach_rings(ground, letter, at, occupied, own)
                left = ground.ranges[letter] - unit.steps
                met = tuple(bits & own for bits in found.met) if is_tame(unit) else found.met
                yield FigureReach(at, figure, unit, found.free, met, left)


def is_tame(unit: Piece) -> bool:
    """Whether a figure captures nothing: an engine, a camel without a rider (G4, G14)."""
    return unit.letter in "TW" or (unit.letter == "M" and not unit.load)
