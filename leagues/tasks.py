"""The league's tick."""

from __future__ import annotations

from celery import shared_task

from games.tasks import within_tick
from leagues import ratings


@shared_task
def rate_games() -> int:
    """Rate the games that have ended since the last tick; what is left is done by the next."""
    return sum(within_tick(ratings.rate_slices()))
