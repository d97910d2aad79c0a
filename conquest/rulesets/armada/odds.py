"""The odds of a throw, exactly: every way a die can scatter, roll and lie (HK24).

Nobody needs to know a rank for them: where units stand is seen by all.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice, product

from conquest.core import Mark, Seat
from conquest.rulesets.armada.board import Square, sort_squares
from conquest.rulesets.armada.die_roll import Roll, landing_point, roll_board, rolls_by_step
from conquest.rulesets.armada.model import State
from conquest.rulesets.armada.throws import DEADLY, PIPS, SCATTER

ALL = SCATTER**4 * PIPS**2
"""How many equally likely throws there are: what all counts are out of."""

_SCATTERED = Counter(one - other for one, other in product(range(SCATTER), repeat=2))
_DEADLY = PIPS + 1 - DEADLY


@dataclass(frozen=True, slots=True)
class ThrowOdds:
    """In how many of ``ALL`` throws a die is void, out or rests, and on which squares it rests.

    ``pushed`` counts for each unit in how many of them it is pushed, ``fallen`` in how many it
    falls off the board, ``lost`` in how many it is out of the game by that.
    """

    void: int
    out: int
    rests: Mapping[tuple[Square, ...], int]
    pushed: Mapping[Square, int]
    fallen: Mapping[Square, int]
    lost: Mapping[Square, int]

    @property
    def rest_count(self) -> int:
        """In how many throws the die rests on the board."""
        return sum(self.rests.values())


def throw_odds(state: State, seat: Seat, aim: Square) -> ThrowOdds:
    """Return the odds of a throw of a seat at a square, from what everybody knows."""
    results, rests = Counter[str](), Counter[tuple[Square, ...]]()
    pushed, fallen = Counter[Square](), Counter[Square]()
    for rolled, weight in _weighted_rolls(state, seat, aim):
        results[rolled.result] += weight
        if rolled.result == "rests":
            rests[rolled.squares] += weight
        if rolled.result != "void":
            pushed.update(dict.fromkeys((*rolled.shifts, *rolled.fallen), weight))
            fallen.update(dict.fromkeys(rolled.fallen, weight))
    lost = {square: times * _DEADLY // PIPS for square, times in fallen.items()}
    return ThrowOdds(results["void"], results["out"], rests, pushed, fallen, lost)


def _weighted_rolls(state: State, seat: Seat, aim: Square) -> Iterator[tuple[Roll, int]]:
    """Yield each way to land and roll, with how many throws come to it."""
    met, units = roll_board(state, seat), frozenset(state.pieces)
    for (across, one), (along, other) in product(_SCATTERED.items(), repeat=2):
        landing = landing_point(aim, across, along)
        for rolled in islice(rolls_by_step(met, units, landing), PIPS):
            yield rolled, one * other * PIPS


def odds_marks(found: ThrowOdds) -> tuple[Mark, ...]:
    """Return how likely a die closes each square, and pushes each unit, in hundredths."""
    times = Counter[Square]()
    for squares, many in found.rests.items():
        times.update(dict.fromkeys(squares, many))
    told = {**times, **found.pushed}
    hundredths = {square: round(100 * told[square] / ALL) for square in sort_squares(told)}
    return tuple(Mark("odds", (at,), label=str(n)) for at, n in hundredths.items() if n)
