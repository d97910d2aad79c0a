"""How doubt about a rating grows while somebody plays no rated game of a rule set. Pure.

Half a year after a game nothing happens: many a game takes that long, and who plays one after
another is not away. From then on the variance grows by the same amount each day, until somebody is
as unknown as a newcomer. Why these numbers: decision 84.
"""

from __future__ import annotations

import math
from datetime import datetime, timedelta
from typing import NamedTuple

from leagues.plackett_luce import NEWCOMER, Rating

DAY = timedelta(days=1)
REST = timedelta(days=180)
VARIANCE_A_DAY = 1 / 12


class DatedRating(NamedTuple):
    """A rating after a game, and when that ended."""

    rating: Rating
    ended_at: datetime

    def rating_at(self, moment: datetime) -> Rating:
        """Return the rating at a later moment, without a game in between."""
        mu, sigma = self.rating
        return Rating(mu, grow_sigma(sigma, self.ended_at + REST, moment))


def grow_sigma(sigma: float, grows_from: datetime, moment: datetime) -> float:
    """Return how far a rating may be off at a moment, if its doubt grows from another one on."""
    days = (moment - grows_from) / DAY
    if days <= 0:
        return sigma
    return min(math.sqrt(sigma * sigma + VARIANCE_A_DAY * days), NEWCOMER.sigma)
