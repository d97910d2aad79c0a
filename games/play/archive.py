"""Events of games that ended long ago leave the table that turns work on, a few at a time."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from django.db import transaction

from games.models import Game
from games.play import store

GAMES, EVENTS = 100, 5_000  # of one transaction at most


def archive_games(before: datetime, *, now: datetime) -> Iterator[int]:
    """Move the events of games that ended ``before`` to the archive; yield how many after each
    transaction. Games that are locked are left to the next call."""
    while (moved := _archive_batch(before, now)) is not None:
        yield moved


def _archive_batch(before: datetime, now: datetime) -> int | None:
    """Archive the games that ended first; return how many events, None if no game is due."""
    with transaction.atomic():
        due = Game.objects.filter(ended_at__lt=before, archived_at=None).order_by("ended_at")
        # We wait for nobody: a game that the staff is annulling meanwhile has its turn later.
        locked = due.select_for_update(skip_locked=True, no_key=True)
        games = list(locked.values_list("pk", flat=True)[:GAMES])
        return store.archive_events(games, most=EVENTS, now=now) if games else None
