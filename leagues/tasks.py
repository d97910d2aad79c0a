"""The league's tick."""

from __future__ import annotations

from celery import shared_task

from games.tasks import within_tick
from leagues import ranked_doubt, ratings
from mail import clock


@shared_task
def rate_games() -> int:
    """Rate the games that have ended since the last tick, then let doubt grow; what is left is done
    by the next. Return how many games were rated."""
    rated = sum(within_tick(ratings.rate_slices()))
    for _grown in within_tick(ranked_doubt.grow_doubts(now=clock.now())):
        pass
    return rated
