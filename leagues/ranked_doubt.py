"""Lets the doubt by which people are ranked grow: that of all time in each rule set.

A rank is read from an index, so that what it follows from is stored. It is at most a week old; what
pages show beside a name is worked out at each look.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

from django.db import connection

from leagues.growing_doubt import VARIANCE_A_DAY
from leagues.plackett_luce import NEWCOMER

SLICE = 500
STEP = timedelta(days=7)
# What a rater holds is passed over: nobody waits for rows while others wait for theirs.
GROW = """
    UPDATE leagues_leaguestanding standing
    SET sigma = grown.sigma,
        grows_from = CASE WHEN grown.sigma < %(most)s THEN %(now)s::timestamptz END
    FROM (
        SELECT id, least(%(most)s, sqrt(sigma * sigma + %(variance)s
            * extract(epoch FROM %(now)s - grows_from)::float8 / 86400)) AS sigma
        FROM leagues_leaguestanding
        WHERE grows_from < %(due)s ORDER BY grows_from LIMIT %(slice)s FOR UPDATE SKIP LOCKED
    ) AS grown
    WHERE standing.id = grown.id
"""


def grow_doubts(*, now: datetime) -> Iterator[int]:
    """Bring the doubt of all up to date for whom it has grown for a week, some at a time; yield how
    many they were after each transaction."""
    given: dict[str, Any] = {"now": now, "due": now - STEP, "slice": SLICE}
    given |= {"most": NEWCOMER.sigma, "variance": VARIANCE_A_DAY}
    grown = SLICE
    while grown == SLICE:
        with connection.cursor() as cursor:
            cursor.execute(GROW, given)
            grown = cursor.rowcount
        yield grown
