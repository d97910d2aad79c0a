"""The tick of the public archive."""

from __future__ import annotations

from celery import shared_task

from games.play import clock
from games.tasks import within_tick
from records import archiving, dumps, keys


@shared_task
def tend_archive() -> int:
    """Begin the key that signs records, if it is new, and look at the games that have changed since
    the last tick, then make the files of months that are over; what is left is done by the next.
    Return how many games were looked at."""
    keys.register_key(now=clock.now())
    looked_at = sum(1 for _game in within_tick(archiving.archive_changed_games()))
    for _games in within_tick(dumps.make_dumps(clock.now)):
        pass
    return looked_at
