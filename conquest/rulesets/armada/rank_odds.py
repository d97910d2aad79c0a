"""The odds of hidden ranks, from what is public: armies are equal, losses are named, and only units
of the lowest class and the King can have moved."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from conquest.core import Seat
from conquest.kit.hidden_army import UNKNOWN, Rank, Square
from conquest.rulesets.armada.ground import seat_phase
from conquest.rulesets.armada.model import ALWAYS, State, Unit
from conquest.rulesets.armada.ranks import ARMY, KING, RANKS, lowest_rank, rank_value


def remaining_ranks(state: State, seat: Seat) -> Counter[Rank] | None:
    """Return how many units of each rank a seat must have; ``None`` if that cannot be told: in a
    position that was given, or after an inheritance."""
    ranks = state.ranks_of(seat)
    if UNKNOWN not in ranks:
        return Counter(ranks)
    left = Counter(ARMY)
    left.subtract(state.lost.get(seat, ""))
    is_whole = all(unit.home for unit in state.pieces.values() if unit.seat == seat)
    fits = left.total() == len(ranks) and min(left.values()) >= 0
    return +left if is_whole and fits else None


def known_phase(state: State, seat: Seat) -> int:
    """Return the phase of a seat as far as it can be told from a position, else 0."""
    phase = seat_phase(state, seat)
    if phase:
        return phase
    ranks = remaining_ranks(state, seat)
    return rank_value(lowest_rank(ranks)) if ranks else 0


class RankGuess:
    """The guesses of a seat about the hidden ranks of a position; each is worked out once."""

    def __init__(self, state: State, seat: Seat) -> None:
        self.state, self.seat = state, seat
        self._found: dict[Square, dict[Rank, float]] = {}
        self._active: dict[Seat, Rank] = {}

    def active_rank(self, seat: Seat) -> Rank:
        """Return the lowest living class of a seat, the ones if it cannot be told."""
        if seat not in self._active:
            phase = known_phase(self.state, seat)
            self._active[seat] = RANKS[phase - 1] if phase else RANKS[0]
        return self._active[seat]

    def capture_chance(self, square: Square) -> float:
        """Return the probability that the unit on a square can be captured now (HK10)."""
        kings_too = self.state.king == ALWAYS
        return self._is_one_of(square, KING if kings_too else "")

    def move_chance(self, square: Square) -> float:
        """Return the probability that the unit on a square can move now (I9)."""
        return self._is_one_of(square, KING)

    def _is_one_of(self, square: Square, other: Rank) -> float:
        """Return the probability that a unit is of its owner's lowest class or of one other
        rank."""
        active = self.active_rank(self.state.pieces[square].seat)
        odds = self.rank_odds(square)
        return min(1.0, sum(odds.get(rank, 0.0) for rank in {active, other}))

    def king_chance(self, square: Square) -> float:
        """Return the probability that a King stands on a square."""
        return self.rank_odds(square).get(KING, 0.0)

    def expected_worth(self, square: Square, worth: Mapping[Rank, float]) -> float:
        """Return what the unit on a square is worth on average over its possible ranks."""
        return sum(chance * worth[rank] for rank, chance in self.rank_odds(square).items())

    def rank_odds(self, square: Square) -> dict[Rank, float]:
        """Return the probability of each rank that the unit on a square can have."""
        unit = self.state.pieces[square]
        if unit.rank != UNKNOWN:
            return {unit.rank: 1.0}
        if square not in self._found:
            self._found[square] = self._hidden_odds(unit)
        return self._found[square]

    def _hidden_odds(self, unit: Unit) -> dict[Rank, float]:
        """Return the probability of each rank of a hidden unit. One that has moved was of the
        lowest class then, or is the King; one attacked in vain was not of the lowest class."""
        seat, ranks = unit.seat, remaining_ranks(self.state, unit.seat) or Counter(ARMY)
        weights = {rank: float(n) for rank, n in ranks.items()}
        if unit.went >= 0:
            weights = {
                rank: weights.get(rank, 0.0)
                for rank in (self._past_lowest_class(seat, unit.went), KING)
            }
        else:
            # How many have moved is a guess, so no rank is ever ruled out by it.
            for rank, n in self._moved_counts(seat).items():
                weights[rank] = max(0.05, weights.get(rank, 0.0) - n)
        if unit.spared >= 0:
            weights.pop(self._past_lowest_class(seat, unit.spared), None)
        total = sum(weights.values())
        return {rank: weight / total for rank, weight in weights.items()} if total else {}

    def _past_lowest_class(self, seat: Seat, lost: int) -> Rank:
        """Return the lowest class that a seat had when it had lost a number of units."""
        ranks = Counter(ARMY)
        ranks.subtract(self.state.lost.get(seat, "")[:lost])
        return lowest_rank(+ranks)

    def _moved_counts(self, seat: Seat) -> dict[Rank, float]:
        """Return about how many of a seat's hidden units of each rank have moved by now."""
        moved = [
            unit
            for unit in self.state.pieces.values()
            if unit.seat == seat and unit.rank == UNKNOWN and unit.went >= 0
        ]
        classes = Counter[Rank](self._past_lowest_class(seat, unit.went) for unit in moved)
        # Any of them may be the King instead, the more likely the more have moved.
        return {rank: n * 0.8 for rank, n in classes.items()} | {KING: min(0.8, 0.25 * len(moved))}
