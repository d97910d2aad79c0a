"""Estimate hidden pieces from what a seat knows: which ranks are left, and the odds of each.

Everybody knows the army, the ranks removed, and which pieces have never moved: only these can be
mines or the headquarters, and the more likely the further back they stand.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

from conquest.core import Seat
from conquest.kit.hidden_army import UNKNOWN, Rank, Square
from conquest.rulesets.espionage.board import setup_zone
from conquest.rulesets.espionage.model import State
from conquest.rulesets.espionage.ranks import ARMIES, HEADQUARTERS, MINE, MOBILE, other_seat

Odds: TypeAlias = Mapping[Rank, float]

BY_ROW = (0.4, 1.2, 2.4)
"""The weights of the rows, the front row first, for the places of mines and headquarters."""


@dataclass(frozen=True, slots=True)
class ArmyGuess:
    """An estimate of the other army: the odds of the ranks of each of its pieces, by square."""

    odds: Mapping[Square, Odds]

    def chance_of_ranks(self, square: Square, ranks: str) -> float:
        """Return how likely it is that a piece has one of these ranks."""
        return sum(chance for rank, chance in self.odds[square].items() if rank in ranks)


def guess_army(state: State, seat: Seat) -> ArmyGuess:
    """Return a seat's estimate of the other army, from a state in which ranks may be hidden."""
    foe = other_seat(seat)
    foes = {square: piece.rank for square, piece in state.pieces.items() if piece.seat == foe}
    hidden = [square for square, rank in foes.items() if rank == UNKNOWN]
    left = _hidden_counts(state, foe, foes)
    still = {square: _immobile_weight(state, foe, square) for square in hidden}
    odds: dict[Square, Odds] = {
        square: {rank: 1.0} for square, rank in foes.items() if rank != UNKNOWN
    }
    for square in hidden:
        odds[square] = _rank_odds(left, still[square], sum(still.values()))
    return ArmyGuess(odds)


def _hidden_counts(state: State, foe: Seat, foes: Mapping[Square, Rank]) -> dict[Rank, int]:
    """Return how many of each rank are among the hidden pieces."""
    known = [*foes.values(), *state.lost.get(foe, "")]
    # A judge's position may have more of a rank than the army (EP21).
    return {rank: max(0, n - known.count(rank)) for rank, n in ARMIES[state.size].items()}


def _immobile_weight(state: State, foe: Seat, square: Square) -> float:
    """Return the weight of a piece as a mine or the headquarters; 0 if it has moved."""
    own = setup_zone(foe, state.size)
    if state.homes.get(square, square) != square or square not in own:
        return 0.0
    row = own.index(square) // state.size
    rows = len(own) // state.size
    front = row if foe == "black" else rows - 1 - row
    # A zone of two rows has no middle one: it uses the last two weights.
    return BY_ROW[front + len(BY_ROW) - rows]


def _rank_odds(left: Mapping[Rank, int], weight: float, weights: float) -> Odds:
    share = weight / weights if weights else 0.0
    # Mines and headquarters first, by place; the mobile ranks share the rest by their numbers.
    fixed = {rank: min(1.0, left[rank] * share) for rank in (MINE, HEADQUARTERS)}
    scale = max(1.0, sum(fixed.values()))
    fixed = {rank: chance / scale for rank, chance in fixed.items() if chance}
    rest, movers = 1 - sum(fixed.values()), sum(left[rank] for rank in MOBILE)
    if not movers:
        return fixed or {rank: 1 / len(MOBILE) for rank in MOBILE}
    return fixed | {rank: rest * left[rank] / movers for rank in MOBILE if left[rank]}
