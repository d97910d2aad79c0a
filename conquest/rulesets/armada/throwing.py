"""A throw of a blocker die: what is drawn, and what comes of it (K30, K37 to K41, HK24)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from conquest.core import Numbers, Phrase, Seat, Unforeseen
from conquest.rulesets.armada.board import Square, all_in_order, in_order, spot, zone
from conquest.rulesets.armada.ground import touched
from conquest.rulesets.armada.model import Fall, Forfeited, State, Threw, Unit
from conquest.rulesets.armada.ranks import UNKNOWN
from conquest.rulesets.armada.rolling import Roll, landed, roll, table

RANKS_DECIDE = Phrase("Here the ranks decide.")
SCATTER, PIPS, DEADLY = 3, 6, 5


@dataclass(slots=True)
class _Dice:
    """Numbers as they are drawn, one after the other (5.1)."""

    numbers: Numbers
    draws: list[int] = field(default_factory=list)

    def draw(self, below: int) -> int:
        self.draws.append(self.numbers(below))
        return self.draws[-1]

    def scatter(self) -> int:
        return self.draw(SCATTER) - self.draw(SCATTER)


def throw(
    state: State, seat: Seat, aim: Square, order: str, numbers: Numbers
) -> tuple[Threw | Forfeited, ...]:
    """Return what a seat's throw does, and what a void one costs its thrower (K40, K41).

    :raises Unforeseen: where the numbers are blind, or an unknown rank decides.
    """
    dice = _Dice(numbers)
    landing = landed(aim, dice.scatter(), dice.scatter())
    rolled = roll(table(state, seat), frozenset(state.pieces), landing, dice.draw(PIPS))
    strength = dice.draw(PIPS) + 1
    own = in_order(at for at, unit in state.pieces.items() if unit.seat == seat)
    spare = dice.draw(max(1, len(own)))
    falls = () if rolled.result == "void" else tuple(_falls(state, rolled, strength, dice))
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


def _falls(state: State, rolled: Roll, strength: int, dice: _Dice) -> Iterator[Fall]:
    """Yield who fell, each put on a free square of its start zone or out of the game (I31)."""
    taken = {*rolled.standing, *touched(state), *rolled.squares}
    for square in rolled.fallen:
        unit = state.pieces[square]
        if strength >= DEADLY:
            dice.draw(1)
            yield Fall(square, unit.seat, _named(unit))
            continue
        free = [at for at in zone(unit.seat, state.size) if at not in taken]
        drawn = dice.draw(max(1, len(free)))
        to = free[drawn] if free else nearest(state, unit.seat, taken)
        taken.add(to)
        yield Fall(square, unit.seat, UNKNOWN, to)


def _named(unit: Unit) -> str:
    if unit.rank == UNKNOWN:
        raise Unforeseen(RANKS_DECIDE)
    return unit.rank


def nearest(state: State, seat: Seat, taken: Iterable[Square]) -> Square:
    """Return the free square nearest to a seat's zone, outside of live zones (I32)."""
    shut = {*taken, *state.live}
    home = [spot(square) for square in zone(seat, state.size)]
    free = (square for square in all_in_order(state.size) if square not in shut)
    return min(free, key=lambda square: _away(square, home))


def _away(square: Square, home: list[tuple[int, int]]) -> int:
    column, row = spot(square)
    return min(abs(column - right) + abs(row - up) for right, up in home)
