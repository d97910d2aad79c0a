"""A transaction beside the one at hand, for locks that must neither end with it nor outlive us."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress

from django.db import DatabaseError
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.utils import CursorWrapper


@contextmanager
def own_transaction(connection: BaseDatabaseWrapper) -> Iterator[CursorWrapper]:
    """Begin a transaction on a connection of its own, which is closed after it; yield a cursor.

    Whatever happens to the process, or to a pooler in between, PostgreSQL then releases what it
    has locked (decision 23).
    """
    holder = connection.copy()
    try:
        holder.set_autocommit(False)
        with holder.cursor() as cursor:
            yield cursor
    finally:
        # Closing alone lets the server notice a moment later, and who comes next finds the lock.
        with suppress(DatabaseError):
            holder.rollback()
        holder.close()
