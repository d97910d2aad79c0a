"""Slots limit how many workers run one kind of task at a time, so that none occupies them all."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from django.db import DatabaseError, connection
from django.db.backends.utils import CursorWrapper


@contextmanager
def acquire(kind: str, share: int) -> Iterator[bool]:
    """Take a free slot of a kind of task and hold it until the end; yield whether there was one.

    A slot is a transaction's lock on a connection of its own, which is closed after it: whatever
    happens to the worker, or to a pooler in between, PostgreSQL releases it (decision 23).
    """
    # Not the task's own connection: there the lock would end with the task's first transaction.
    holder = connection.copy()
    try:
        holder.set_autocommit(False)
        with holder.cursor() as cursor:
            yield any(_try_lock(cursor, f"{kind} {place}") for place in range(share))
    finally:
        # Closing alone lets the server notice a moment later, and who comes next finds no slot.
        with suppress(DatabaseError):
            holder.rollback()
        holder.close()


def _try_lock(cursor: CursorWrapper, place: str) -> bool:
    # Advisory locks are known by numbers. "try": a tick that waited would occupy a worker.
    cursor.execute("SELECT pg_try_advisory_xact_lock(%s)", [zlib.crc32(place.encode())])
    (is_ours,) = cursor.fetchone()
    return bool(is_ours)
