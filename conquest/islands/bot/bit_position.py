"""A position as sets of bits, for bots: which pieces stand where, and how a move changes it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from conquest.core import Seat
from conquest.islands.bot.bit_board import BitBoard, bit_board, reach_rings
from conquest.islands.model import PRICE, State, side_of
from conquest.islands.pieces import (
    LAND,
    VESSELS,
    Piece,
    figures_in,
    stack_size,
    take_figure,
    with_steps,
)
from conquest.islands.rules.steps import try_boarding
from conquest.islands.rules.tally import base_points


class BotMove(NamedTuple):
    """A figure's move: its place in the stack that it leaves, the cost in points, and whether
    the move waives the rest of the turn (C33)."""

    start: int
    figure: int
    end: int
    cost: int
    waived: bool = False


class BitPosition(NamedTuple):
    """The stacks by place, and the places of each seat as bits.

    ``points`` are those of the seat on turn, before the deduction for lost fields.
    """

    chart: BitBoard
    stacks: Mapping[int, Piece]
    masks: Mapping[Seat, int]
    captured: Mapping[Seat, int]
    points: int

    @property
    def occupied_mask(self) -> int:
        occupied = 0
        for mask in self.masks.values():
            occupied |= mask
        return occupied


def bit_position(state: State) -> BitPosition:
    """Return a state as sets of bits."""
    chart = bit_board(state.board, state.laws)
    stacks = {chart.place[field]: stack for field, stack in state.pieces.items()}
    masks = dict.fromkeys(state.seats, 0)
    for at, stack in stacks.items():
        masks[stack.seat] |= 1 << at
    return BitPosition(chart, stacks, masks, dict(state.captured), base_points(state) - state.used)


def sides_by_seat(state: State) -> Mapping[Seat, tuple[Seat, ...]]:
    """Return the side of each seat."""
    return {seat: side_of(state, seat) for seat in state.seats}


def lost_mask(position: BitPosition, seat: Seat, own: tuple[Seat, ...]) -> int:
    """Return the places held by others that cost a seat points (C34, C35)."""
    foes = 0
    for other, mask in position.masks.items():
        if other not in own:
            foes |= mask
    return foes & (position.chart.grail | position.chart.towers[seat])


def lost_points(position: BitPosition, seat: Seat, own: tuple[Seat, ...]) -> int:
    """Return the points that lost fields cost a seat each turn."""
    return PRICE * lost_mask(position, seat, own).bit_count()


def after_move(position: BitPosition, move: BotMove) -> BitPosition:
    """Return the position after a legal move; a recapture is not considered."""
    stacks, masks = dict(position.stacks), dict(position.masks)
    unit, left = take_figure(stacks.pop(move.start), move.figure)
    seat, there, captured = unit.seat, stacks.get(move.end), position.captured
    if left:
        stacks[move.start] = left
    else:
        masks[seat] ^= 1 << move.start
    if there and there.seat != seat:
        masks[there.seat] ^= 1 << move.end
        captured = _add_captured(
            position.captured, seat, stack_size(there) - _boards_vessel(unit, there)
        )
    masks[seat] |= 1 << move.end
    stacks[move.end] = _landed_stack(unit, there, move.cost)
    return BitPosition(position.chart, stacks, masks, captured, position.points - move.cost)


def _boards_vessel(unit: Piece, there: Piece) -> bool:
    return unit.letter in LAND and there.letter in VESSELS


def _landed_stack(unit: Piece, there: Piece | None, cost: int) -> Piece:
    if there is None:
        return with_steps(unit, unit.steps + cost)
    if there.seat == unit.seat:
        return try_boarding(there, with_steps(unit, unit.steps + cost), off="") or there
    # A piece that captured regains its range (C25).
    unit = with_steps(unit, 0)
    return Piece(unit.seat, there.letter, (unit,)) if _boards_vessel(unit, there) else unit


def _add_captured(captured: Mapping[Seat, int], seat: Seat, prey: int) -> Mapping[Seat, int]:
    return {**captured, seat: captured.get(seat, 0) + prey} if prey else captured


class FigureReach(NamedTuple):
    """What a figure can reach by the number of steps, and the ``steps`` that it has left.

    ``free`` are the places where it can stop, ``met`` those where another piece stands.
    """

    start: int
    figure: int
    unit: Piece
    free: tuple[int, ...]
    met: tuple[int, ...]
    steps: int


def figure_reaches(position: BitPosition, seat: Seat, near: int) -> Iterator[FigureReach]:
    """Yield the figures of a seat that could reach one of the places ``near``."""
    chart, occupied, own = position.chart, position.occupied_mask, position.masks[seat]
    for at, stack in position.stacks.items():
        if stack.seat != seat:
            continue
        for figure, unit in enumerate(figures_in(stack)) if stack.load else ((0, stack),):
            letter = unit.letter
            if chart.balls[letter][at] & near and chart.steps[letter][at]:
                rings = reach_rings(chart, letter, at, occupied, own)
                left = chart.ranges[letter] - unit.steps
                met = tuple(bits & own for bits in rings.met) if is_tame(unit) else rings.met
                yield FigureReach(at, figure, unit, rings.free, met, left)


def is_tame(unit: Piece) -> bool:
    """Whether a figure cannot capture: an engine, or a camel without a rider (G4, G14)."""
    return unit.letter in "TW" or (unit.letter == "M" and not unit.load)
