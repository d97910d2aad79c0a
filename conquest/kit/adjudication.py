"""How a game that is stopped counts: the sides are ranked by what can be counted of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeAlias

from conquest.core import Outcome, Seat, Team

ADJUDICATED = "adjudicated"
Side: TypeAlias = tuple[Seat, ...]


def rank_sides(
    sides: Iterable[Side],
    measure: Callable[[Side], Any],
    scores: Mapping[Seat, int] | None = None,
) -> Outcome:
    """Return the outcome in which the sides that measure most have won, and equal ones share a
    place; where all are equal it is a draw."""
    measured = {side: measure(side) for side in sides}
    teams = tuple(Team(side, _find_place(measured, side)) for side in measured)
    return Outcome(_list_winners(teams), ADJUDICATED, dict(scores or {}), teams)


def _find_place(measured: Mapping[Side, Any], side: Side) -> int:
    return 1 + sum(bool(other > measured[side]) for other in measured.values())


def _list_winners(teams: Sequence[Team]) -> tuple[Seat, ...]:
    first = [team for team in teams if team.place == 1]
    if len(first) == len(teams):
        return ()
    return tuple(seat for team in first for seat in team.seats)
