"""While the database is away, one thread tries to reach it and the others fail at once.

Otherwise all threads of a web process would wait for it, and none would be left for the pages that
need no database (decision 29).
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

import psycopg

from db.postgres.patience import current_limit

PAUSE = 2.0  # seconds between two tries


class Outage:
    """What a process knows about its database: when it last failed, and which thread tries it."""

    def __init__(self) -> None:
        self._since: float | None = None
        self._trying = threading.Lock()

    def mark_down(self) -> None:
        """Record that the database did not answer, unless it was given less time than usual."""
        if current_limit() is None:  # or what is merely slow would be taken for an outage
            self._since = time.monotonic()

    @contextmanager
    def connection_attempt(self) -> Iterator[None]:
        """Run an attempt to connect, and record how it ends.

        Raises ``psycopg.OperationalError`` if the database is away and it is too early to try
        again, or another thread is trying.
        """
        if self._since is None:
            yield from self._watch_attempt()
        # Not blocking: a thread that waits for the lock would be as stuck as one that connects.
        elif time.monotonic() - self._since < PAUSE or not self._trying.acquire(blocking=False):
            raise psycopg.OperationalError("the database is away")
        else:
            try:
                yield from self._watch_attempt()
            finally:
                self._trying.release()

    def _watch_attempt(self) -> Iterator[None]:
        try:
            yield
        except psycopg.OperationalError:
            self.mark_down()
            raise
        self._since = None
