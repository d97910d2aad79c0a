"""Migrate one after the other: of two at once the second waits, and finds the work done."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.core.management.commands import migrate
from django.db import connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.utils import CursorWrapper

from db.postgres.own_transaction import own_transaction

LOCK = 1970498914  # any number that no other lock has
PAUSE = 0.5  # seconds between two tries

TRY = "SELECT pg_try_advisory_xact_lock(%s)"
UNLIMITED = "SET LOCAL idle_in_transaction_session_timeout = 0"


class Command(migrate.Command):
    def handle(self, *args: Any, **options: Any) -> None:
        if options["plan"] or options["check_unapplied"]:  # they only look
            super().handle(*args, **options)
        else:
            with self._alone(connections[options["database"]]):
                super().handle(*args, **options)

    @contextmanager
    def _alone(self, connection: BaseDatabaseWrapper) -> Iterator[None]:
        """Hold the lock of migrations; it ends with its transaction in any case."""
        with own_transaction(connection) as cursor:
            cursor.execute(UNLIMITED)  # it does nothing while the migration works
            if not _try_lock(cursor):
                self.stdout.write("Another migration is under way; this one waits for it.")
                _wait_for_lock(cursor)
            yield


def _wait_for_lock(cursor: CursorWrapper) -> None:
    # Tried, not waited for: an index that is built concurrently would wait for the one who waits,
    # since their statement is under way. Between two statements they see nothing it must wait for.
    while not _try_lock(cursor):
        time.sleep(PAUSE)


def _try_lock(cursor: CursorWrapper) -> bool:
    cursor.execute(TRY, [LOCK])
    (is_ours,) = cursor.fetchone()
    return bool(is_ours)
