"""Migrate one after the other: of two at once the second waits, and finds the work done."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

from django.core.management.commands import migrate
from django.db import DatabaseError, connections
from django.db.backends.base.base import BaseDatabaseWrapper

LOCK = 1970498914  # any number that no other lock has
PAUSE = 0.5  # seconds between two tries


class Command(migrate.Command):
    def handle(self, *args: Any, **options: Any) -> None:
        with self._alone(connections[options["database"]]):
            super().handle(*args, **options)

    @contextmanager
    def _alone(self, connection: BaseDatabaseWrapper) -> Iterator[None]:
        """Hold the lock of migrations; it ends with the connection in any case."""
        # Tried, not waited for: an index that is built concurrently would wait for the one who
        # waits, since their statement is under way.
        if not _run(connection, "SELECT pg_try_advisory_lock(%s)"):
            self.stdout.write("Another migration is under way; this one waits for it.")
            while not _run(connection, "SELECT pg_try_advisory_lock(%s)"):
                time.sleep(PAUSE)
        try:
            yield
        finally:
            with suppress(DatabaseError):  # a connection that was lost has no lock
                _run(connection, "SELECT pg_advisory_unlock(%s)")


def _run(connection: BaseDatabaseWrapper, query: str) -> bool:
    with connection.cursor() as cursor:
        cursor.execute(query, [LOCK])
        (is_done,) = cursor.fetchone()
    return bool(is_done)
