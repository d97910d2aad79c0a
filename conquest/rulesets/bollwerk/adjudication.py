"""How a game of Bollwerk counts that is stopped: by pieces, then by the way to the end field."""

from __future__ import annotations

from conquest.core import Adjudication, Outcome, Phrase, Seat
from conquest.kit.adjudication import rank_sides
from conquest.rulesets.bollwerk.evaluation import goal_distances
from conquest.rulesets.bollwerk.model import State
from conquest.rulesets.bollwerk.sides import SEATS, SIDES


def adjudicate(state: State) -> Outcome:
    """Return how a game counts that is stopped: by the number of pieces, then by the king's steps
    from the nearest one to the end field that its side attacks."""
    return rank_sides(((seat,) for seat in SEATS), lambda side: _measure(state, side[0]))


def _measure(state: State, seat: Seat) -> tuple[int, int]:
    distances = goal_distances(state.board, seat)
    own = [found.start() for found in SIDES[seat].own.finditer(state.cells)]
    return len(own), -min((distances[square] for square in own), default=0)


ADJUDICATION: Adjudication[State] = Adjudication(
    rule=Phrase(
        "Who has more pieces has won; if both have as many, whose nearest piece has fewer steps of"
        " a king to the other’s end field. Else it is a draw."
    ),
    decide=adjudicate,
)
