"""Points for what is no walk."""

from __future__ import annotations

from conquest.core import Illegal, Phrase
from conquest.islands.model import State
from conquest.islands.rules.tally import remaining


def check_points(state: State, cost: int) -> None:
    """Check that the seat on turn has so many points left.

    :raises Illegal: if it has not.
    """
    points = remaining(state)
    if cost > points:
        raise Illegal(
            Phrase(
                "This order costs %(cost)s points; %(points)s are left.", cost=cost, points=points
            ),
            "C6",
        )
