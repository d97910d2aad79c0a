"""How a game of the family counts that is stopped: by win points, then by what is left."""

from __future__ import annotations

from conquest.core import Adjudication, Outcome, Phrase, Seat
from conquest.islands.model import State, side_of
from conquest.islands.rules.tally import is_immobilised, pieces_left, win_points
from conquest.kit.adjudication import rank_sides


def adjudicate(state: State) -> Outcome:
    """Return how a game counts that is stopped: sides that can move come before those that cannot
    (C36), then it is by win points (C39), then by pieces left."""
    points, left = win_points(state), pieces_left(state)

    def measure(side: tuple[Seat, ...]) -> tuple[bool, int, int]:
        can_move = any(not is_immobilised(state, seat) for seat in side)
        return can_move, sum(points[seat] for seat in side), sum(left[seat] for seat in side)

    sides = dict.fromkeys(side_of(state, seat) for seat in state.seats)
    return rank_sides(sides, measure, points)


ADJUDICATION: Adjudication[State] = Adjudication(
    rule=Phrase(
        "Who has most win points has won; of those who have as many, who has more pieces left. Who"
        " cannot move stands behind all who can."
    ),
    decide=adjudicate,
)
