"""The exact odds of a throw, over every way a die can scatter, roll and lie (HK24).

No rank is needed for them: all players see where units stand.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice, product

from conquest.core import Mark, Seat
from conquest.kit.hidden_army import Square, sort_squares
from conquest.rulesets.armada.die_roll import Roll, landing_point, roll_board, rolls_by_step
from conquest.rulesets.armada.model import State
from conquest.rulesets.armada.throws import DEADLY, PIPS, SCATTER

ALL = SCATTER**4 * PIPS**2
"""The number of equally likely throws, out of which all counts are."""

# Draws that scatter a die alike are counted together: 25 landings stand for 81.
_SCATTERED = Counter(one - other for one, other in product(range(SCATTER), repeat=2))
_DEADLY = PIPS + 1 - DEADLY


@dataclass(frozen=True, slots=True)
class ThrowOdds:
    """In how many of ``ALL`` throws a die is void, out or rests, and on which squares it rests.

    ``pushed`` counts for each unit the throws that push it, ``fallen`` those that push it off the
    board, ``lost`` those by which it is then out of the game.
    """

    void: int
    out: int
    rests: Mapping[tuple[Square, ...], int]
    pushed: Mapping[Square, int]
    fallen: Mapping[Square, int]
    lost: Mapping[Square, int]

    @property
    def rest_count(self) -> int:
        """The number of throws after which the die rests on the board."""
        return sum(self.rests.values())


def throw_odds(state: State, seat: Seat, aim: Square) -> ThrowOdds:
    """Return the odds of a seat's throw at a square, from public knowledge alone."""
    results, rests = Counter[str](), Counter[tuple[Square, ...]]()
    pushed, fallen = Counter[Square](), Counter[Square]()
    for rolled, weight in _weighted_rolls(state, seat, aim):
        results[rolled.result] += weight
        if rolled.result == "rests":
            rests[rolled.squares] += weight
        if rolled.result != "void":
            pushed.update(dict.fromkeys((*rolled.shifts, *rolled.fallen), weight))
            fallen.update(dict.fromkeys(rolled.fallen, weight))
    # Exact: the face does not bear on the roll, so each count is a multiple of PIPS.
    lost = {square: times * _DEADLY // PIPS for square, times in fallen.items()}
    return ThrowOdds(results["void"], results["out"], rests, pushed, fallen, lost)


def _weighted_rolls(state: State, seat: Seat, aim: Square) -> Iterator[tuple[Roll, int]]:
    """Yield each way to land and roll, with the number of throws that come to it."""
    met, units = roll_board(state, seat), frozenset(state.pieces)
    for (across, one), (along, other) in product(_SCATTERED.items(), repeat=2):
        landing = landing_point(aim, across, along)
        for rolled in islice(rolls_by_step(met, units, landing), PIPS):
            # Every roll comes with each face of the die.
            yield rolled, one * other * PIPS


def odds_marks(odds: ThrowOdds) -> tuple[Mark, ...]:
    """Return marks with how likely each square is closed and each unit pushed, in hundredths."""
    closed = Counter[Square]()
    for squares, times in odds.rests.items():
        closed.update(dict.fromkeys(squares, times))
    # Where a unit stands, the odds of its being pushed are shown instead.
    shown = {**closed, **odds.pushed}
    hundredths = {square: round(100 * shown[square] / ALL) for square in sort_squares(shown)}
    return tuple(Mark("odds", (at,), label=str(n)) for at, n in hundredths.items() if n)
