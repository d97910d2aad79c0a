"""How a game of Espionage counts that is stopped: by pieces."""

from __future__ import annotations

from collections import Counter

from conquest.core import Adjudication, Outcome, Phrase
from conquest.kit.adjudication import rank_sides
from conquest.rulesets.espionage.model import State
from conquest.rulesets.espionage.ranks import SEATS


def adjudicate(state: State) -> Outcome:
    """Return how a game counts that is stopped: by the number of pieces. Who has set nothing up yet
    has as many as anybody."""
    counted = Counter(piece.seat for piece in state.pieces.values())
    return rank_sides(((seat,) for seat in SEATS), lambda side: counted[side[0]])


ADJUDICATION: Adjudication[State] = Adjudication(
    rule=Phrase("Who has more pieces has won. Else it is a draw."), decide=adjudicate
)
