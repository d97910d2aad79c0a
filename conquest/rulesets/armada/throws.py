"""A throw of a blocker die: what is drawn, and what comes of it (K30, K37 to K41, HK24)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from conquest.core import Numbers, Phrase, Seat, Unforeseen
from conquest.rulesets.armada.board import (
    Square,
    setup_zone,
    sort_squares,
    square_coordinates,
    squares_in_order,
)
from conquest.rulesets.armada.die_roll import Roll, landing_point, roll_board, roll_die
from conquest.rulesets.armada.ground import closed_squares
from conquest.rulesets.armada.model import Fall, Forfeited, State, Threw, Unit
from conquest.rulesets.armada.ranks import UNKNOWN

RANKS_DECIDE = Phrase("Here the ranks decide.")
SCATTER, PIPS, DEADLY = 3, 6, 5


@dataclass(slots=True)
class _Dice:
    """Numbers as they are drawn, one after the other (5.1)."""

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
    """Return what a seat's throw does, and what a void one costs its thrower (K40, K41).

    :raises Unforeseen: where the numbers are blind, or an unknown rank decides.
    """
    dice = _Dice(numbers)
    landing = landing_point(aim, dice.draw_scatter(), dice.draw_scatter())
    rolled = roll_die(
        roll_board(state, seat), frozenset(state.pieces), landing, dice.draw_number(PIPS)
    )
    strength = dice.draw_number(PIPS) + 1
    own = sort_squares(at for at, unit in state.pieces.items() if unit.seat == seat)
    spare = dice.draw_number(max(1, len(own)))
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
    """Yield who fell, each put on a free square of its start zone or out of the game (I31)."""
    taken = {*rolled.standing, *closed_squares(state), *rolled.squares}
    for square in rolled.fallen:
        unit = state.pieces[square]
        if strength >= DEADLY:
            dice.draw_number(1)
            yield Fall(square, unit.seat, _require_known_rank(unit))
            continue
        free = [at for at in setup_zone(unit.seat, state.size) if at not in taken]
        drawn = dice.draw_number(max(1, len(free)))
        to = free[drawn] if free else nearest_free_square(state, unit.seat, taken)
        taken.add(to)
        yield Fall(square, unit.seat, UNKNOWN, to)


def _require_known_rank(unit: Unit) -> str:
    if unit.rank == UNKNOWN:
        raise Unforeseen(RANKS_DECIDE)
    return unit.rank


def nearest_free_square(state: State, seat: Seat, taken: Iterable[Square]) -> Square:
    """Return the free square nearest to a seat's zone, outside of live zones (I32)."""
    shut = {*taken, *state.live_zones}
    home = [square_coordinates(square) for square in setup_zone(seat, state.size)]
    free = (square for square in squares_in_order(state.size) if square not in shut)
    return min(free, key=lambda square: _distance_from_zone(square, home))


def _distance_from_zone(square: Square, home: list[tuple[int, int]]) -> int:
    column, row = square_coordinates(square)
    return min(abs(column - right) + abs(row - up) for right, up in home)
