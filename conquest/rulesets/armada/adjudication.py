"""How a game of Iron Armada counts that is stopped: by units of a team, the defeated last."""

from __future__ import annotations

from conquest.core import Adjudication, Outcome, Phrase, Seat
from conquest.kit.adjudication import rank_sides
from conquest.rulesets.armada.model import State


def adjudicate(state: State) -> Outcome:
    """Return how a game counts that is stopped: allies share their units (K2), and who was defeated
    stands behind all who were not, in the order of defeats."""
    return rank_sides(((seat,) for seat in state.seats), lambda side: _measure(state, side[0]))


def _measure(state: State, seat: Seat) -> tuple[bool, int]:
    if seat in state.defeated:
        return False, state.defeated.index(seat)
    team = state.team_of(seat)
    return True, sum(unit.seat in team for unit in state.pieces.values())


ADJUDICATION: Adjudication[State] = Adjudication(
    rule=Phrase(
        "Who has most units has won; allies count theirs together. Who was defeated stands behind"
        " all others."
    ),
    decide=adjudicate,
)
