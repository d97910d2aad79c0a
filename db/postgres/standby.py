"""Whether a standby is new enough to be read, and what this thread reads from it (decision 61)."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from threading import Lock
from typing import Any

import structlog
from django.db import DatabaseError, connections

from db.postgres.patience import limit_patience

ALIAS = "standby"
MAX_AGE = 2.0  # seconds that what is read may be behind
INTERVAL = 0.5  # seconds between two looks at it
PAUSE = 10.0  # seconds for which one that does not answer is left alone
PATIENCE = 2.0  # seconds to wait for an answer of it

WRITTEN = "SELECT pg_current_wal_lsn() - '0/0'"
# None of a server that is no standby any more, as after a failover that did not reach the settings.
REPLAYED = """
    SELECT CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn() - '0/0' ELSE -1 END
"""

ALWAYS_NEW = {"django_cache", "sessions"}  # counters of limits, and who is signed in

log = structlog.get_logger()
_is_reading: ContextVar[bool] = ContextVar("is_reading", default=False)


class Freshness:
    """Until when what the standby has is new enough, as this process knows.

    ``written`` and ``replayed`` give positions in the log of the primary and of the standby. A
    standby that has replayed what the primary had written at a moment is as new as that moment,
    whether or not anything was written since. The age of the last transaction that it has replayed
    would tell neither that: a site at rest writes none, and one whose connection is cut gets none.
    """

    def __init__(
        self,
        written: Callable[[], int],
        replayed: Callable[[], int],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._written, self._replayed, self._clock = written, replayed, clock
        self._marks: list[tuple[float, int]] = []
        self._fresh_until = self._next_look = float("-inf")
        self._looking = Lock()

    def is_fresh(self) -> bool:
        """Whether the standby is no more than two seconds behind; asks the servers now and then."""
        now = self._clock()
        # Not blocking: the other threads go by what is known.
        if now >= self._next_look and self._looking.acquire(blocking=False):
            try:
                self._look(now)
            finally:
                self._looking.release()
        return self._clock() < self._fresh_until

    def forget(self) -> None:
        """Leave the standby alone for a while: it has failed."""
        self._fresh_until, self._next_look = float("-inf"), self._clock() + PAUSE

    def _look(self, now: float) -> None:
        self._next_look = now + INTERVAL
        try:
            self._marks.append((now, self._written()))
            replayed = self._replayed()
        except DatabaseError:
            log.warning("standby failed", exc_info=True)
            self.forget()
            return
        self._marks = [mark for mark in self._marks if mark[0] > now - MAX_AGE]
        reached = [at for at, position in self._marks if position <= replayed]
        self._fresh_until = max(reached, default=float("-inf")) + MAX_AGE


def _ask_position(alias: str, query: str) -> int:
    with limit_patience(PATIENCE), connections[alias].cursor() as cursor:
        cursor.execute(query)
        (position,) = cursor.fetchone()
    return int(position)


freshness = Freshness(
    lambda: _ask_position("default", WRITTEN), lambda: _ask_position(ALIAS, REPLAYED)
)


@contextmanager
def reading_standby() -> Iterator[None]:
    """Read rows from the standby meanwhile; what is written goes to the primary as ever."""
    token = _is_reading.set(True)
    try:
        with limit_patience(PATIENCE):
            yield
    finally:
        _is_reading.reset(token)


def reading_alias() -> str:
    """Return the name of the database to be read here."""
    return ALIAS if _is_reading.get() else "default"


class StandbyRouter:
    """Django's questions about databases, answered by what is being read."""

    def db_for_read(self, model: type[Any], **hints: Any) -> str:
        return "default" if model._meta.app_label in ALWAYS_NEW else reading_alias()

    def db_for_write(self, model: type[Any], **hints: Any) -> str:
        return "default"

    def allow_relation(self, one: Any, other: Any, **hints: Any) -> bool:
        return True  # they are the same rows

    def allow_migrate(self, db: str, app_label: str, **hints: Any) -> bool:
        return db == "default"
