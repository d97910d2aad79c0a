"""Migrate one after the other: of two at once the second waits, and finds the work done."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

from django.core.management import CommandError
from django.core.management.commands import migrate
from django.db import DatabaseError, connections
from django.db.backends.base.base import BaseDatabaseWrapper

LOCK = 1970498914  # any number that no other lock has
PAUSE = 0.5  # seconds between two tries
PATIENCE = 600.0  # seconds for which the lock's holder may be idle

TRY = "SELECT pg_try_advisory_lock(%s)"
UNLOCK = "SELECT pg_advisory_unlock(%s)"
# A lock of one number stands in two columns; this number needs the second alone.
IDLE_HOLDER = """
    SELECT max(pid) FROM pg_locks JOIN pg_stat_activity USING (pid)
    WHERE locktype = 'advisory' AND granted AND objid = %s AND
    database = (SELECT oid FROM pg_database WHERE datname = current_database()) AND
    state <> 'active' AND state_change < clock_timestamp() - make_interval(secs => %s)
"""


class Command(migrate.Command):
    def handle(self, *args: Any, **options: Any) -> None:
        if options["plan"] or options["check_unapplied"]:  # they only look
            super().handle(*args, **options)
        else:
            with self._alone(connections[options["database"]]):
                super().handle(*args, **options)

    @contextmanager
    def _alone(self, connection: BaseDatabaseWrapper) -> Iterator[None]:
        """Hold the lock of migrations; it ends with the connection in any case."""
        if not _run(connection, TRY):
            self.stdout.write("Another migration is under way; this one waits for it.")
            _wait_for_lock(connection)
        try:
            yield
        finally:
            with suppress(DatabaseError):  # a connection that was lost has no lock
                _run(connection, UNLOCK)


def _wait_for_lock(connection: BaseDatabaseWrapper) -> None:
    """Get the lock once it is free; raise ``CommandError`` if its holder does nothing for long."""
    # Tried, not waited for: an index that is built concurrently would wait for the one who waits,
    # since their statement is under way.
    while not _run(connection, TRY):
        # A pooler of transactions can keep the lock after the migration that had it has ended.
        if pid := _run(connection, IDLE_HOLDER, PATIENCE):
            raise CommandError(
                f"The connection of PostgreSQL's process {pid} still holds the lock of migrations."
            )
        time.sleep(PAUSE)


def _run(connection: BaseDatabaseWrapper, query: str, *values: float) -> Any:
    with connection.cursor() as cursor:
        cursor.execute(query, [LOCK, *values])
        (value,) = cursor.fetchone()
    return value
