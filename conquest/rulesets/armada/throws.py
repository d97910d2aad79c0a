"""Throws of blocker dice: the numbers drawn and their results (K30, K37 to K41, HK24)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from conquest.core import Numbers, Seat
from conquest.kit.hidden_army import (
    UNKNOWN,
    Square,
    require_known,
    sort_squares,
    square_coordinates,
)
from conquest.rulesets.armada.board import setup_zone, squares_in_order
from conquest.rulesets.armada.die_roll import Roll, landing_point, roll_board, roll_die
from conquest.rulesets.armada.ground import closed_squares
from conquest.rulesets.armada.model import Fall, Forfeited, State, Threw

# Scatter is a difference of two three-sided dice (HK24); a 5 or a 6 is deadly (K38).
SCATTER, PIPS, DEADLY = 3, 6, 5


@dataclass(slots=True)
class _Dice:
    """The numbers of a throw, drawn one after the other and recorded (5.1)."""

    numbers: Numbers
    draws: list[int] = field(default_factory=list)

    def draw_number(self, below: int) -> int:
        self.draws.append(self.numbers(below))
        return self.draws[-1]

    def draw_scatter(self) -> int:
        return self.draw_number(SCATTER) - self.draw_number(SCATTER)


def throw_die(
    state: State, seat: Seat, aim: Square, order: str, numbers: Numbers
) -> tuple[Threw | Forfeited, ...]:
    """Return the events of a seat's throw: what it does, and what a void one costs (K40, K41).

    :raises Unforeseen: if the numbers cannot be known yet, or an unknown rank decides.
    """
    dice = _Dice(numbers)
    # Always all draws in this order, needed or not, so that anybody can replay them (HK24).
    landing = landing_point(aim, dice.draw_scatter(), dice.draw_scatter())
    steps = dice.draw_number(PIPS)
    rolled = roll_die(roll_board(state, seat), frozenset(state.pieces), landing, steps)
    strength = dice.draw_number(PIPS) + 1
    own = sort_squares(at for at, unit in state.pieces.items() if unit.seat == seat)
    spare = dice.draw_number(max(1, len(own)))
    # A void throw draws no number for those who fell: exactly seven in all (I36).
    falls = () if rolled.result == "void" else tuple(_place_fallen(state, rolled, strength, dice))
    threw = Threw(
        seat=seat,
        order=order,
        aim=aim,
        draws=tuple(dice.draws),
        path=rolled.path,
        result=rolled.result,
        strength=strength,
        squares=rolled.squares,
        shifts={} if rolled.result == "void" else rolled.shifts,
        falls=falls,
    )
    if rolled.result != "void" or not own or seat in state.defeated:
        return (threw,)
    lost = own[spare]
    return threw, Forfeited(seat=seat, square=lost, rank=state.pieces[lost].rank)


def _place_fallen(state: State, rolled: Roll, strength: int, dice: _Dice) -> Iterator[Fall]:
    """Yield the fallen units, each put on a free square of its owner's start zone, or out of the
    game (I31)."""
    taken = {*rolled.standing, *closed_squares(state), *rolled.squares}
    for square in rolled.fallen:
        unit = state.pieces[square]
        if strength >= DEADLY:
            # Each fallen unit takes one number, though here it decides nothing (I31).
            dice.draw_number(1)
            yield Fall(square, unit.seat, require_known(unit.rank))
            continue
        free = [at for at in setup_zone(unit.seat, state.size) if at not in taken]
        # Drawn even if no square is free; then it is not used (I32).
        drawn = dice.draw_number(max(1, len(free)))
        to = free[drawn] if free else nearest_free_square(state, unit.seat, taken)
        taken.add(to)
        # A unit that is put back stays covered (K37).
        yield Fall(square, unit.seat, UNKNOWN, to)


def nearest_free_square(state: State, seat: Seat, taken: Iterable[Square]) -> Square:
    """Return the free square nearest to a seat's zone, outside all live zones (I32)."""
    excluded = {*taken, *state.live_zones}
    home = [square_coordinates(square) for square in setup_zone(seat, state.size)]
    # In square order: of equally near squares min takes the first one (I32).
    free = (square for square in squares_in_order(state.size) if square not in excluded)
    return min(free, key=lambda square: _distance_from_zone(square, home))


def _distance_from_zone(square: Square, home: list[tuple[int, int]]) -> int:
    column, row = square_coordinates(square)
    return min(abs(column - right) + abs(row - up) for right, up in home)
