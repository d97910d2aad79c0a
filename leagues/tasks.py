"""The league's tick."""

from __future__ import annotations

from celery import shared_task

from leagues import ratings


@shared_task
def rate_games() -> int:
    """Rate the games that have ended since the last tick."""
    return ratings.rate_games()
