"""While the database is away, one thread tries to reach it and the others say so at once.

Otherwise all threads of a web process would wait for it, and none be left for what needs no
database.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

import psycopg

PAUSE = 2.0  # seconds between two tries


class Outage:
    """What a process knows of its database: since when it is away, and who tries to reach it."""

    def __init__(self) -> None:
        self._since: float | None = None
        self._trying = threading.Lock()

    def mark_down(self) -> None:
        """Take note that the database did not answer."""
        self._since = time.monotonic()

    @contextmanager
    def connection_attempt(self) -> Iterator[None]:
        """Let a connection be tried, and learn from how that goes.

        Raises ``psycopg.OperationalError`` where the database is away and it is not time, or
        not for this thread, to try again.
        """
        if self._since is None:
            yield from self._watch_attempt()
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
