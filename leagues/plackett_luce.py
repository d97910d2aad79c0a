"""What one game makes of the ratings of those who played it, by the model of Plackett and Luce."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from openskill.models import PlackettLuce

MODEL = PlackettLuce()


class Rating(NamedTuple):
    """An estimate of strength, and how far it may be off."""

    mu: float
    sigma: float


NEWCOMER = Rating(MODEL.mu, MODEL.sigma)


def move_rating(before: Rating, after: Rating, weight: float) -> Rating:
    """Return a rating that has gone a part of the way, from 0 to 1, that a game would move it."""
    if weight == 1:
        return after
    return Rating(*(one + weight * (two - one) for one, two in zip(before, after, strict=True)))


def rate_teams(teams: Sequence[Sequence[Rating]], places: Sequence[int]) -> list[list[Rating]]:
    """Return the ratings of all members of each team after a game with these places."""
    before = [[MODEL.rating(mu=one.mu, sigma=one.sigma) for one in team] for team in teams]
    after = MODEL.rate(before, ranks=[float(place) for place in places])
    return [[Rating(one.mu, one.sigma) for one in team] for team in after]
