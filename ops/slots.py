"""Slots limit how many workers run one kind of task at a time, so that none occupies them all."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection
from django.db.backends.utils import CursorWrapper

from db.postgres.own_transaction import own_transaction


@contextmanager
def acquire(kind: str, share: int) -> Iterator[bool]:
    """Take a free slot of a kind of task and hold it until the end; yield whether there was one.

    A slot is a transaction's lock, so that it ends whatever happens to the worker (decision 23).
    """
    # Not the task's own connection: there the lock would end with the task's first transaction.
    with own_transaction(connection) as cursor:
        yield any(_try_lock(cursor, f"{kind} {place}") for place in range(share))


def _try_lock(cursor: CursorWrapper, place: str) -> bool:
    # Advisory locks are known by numbers. "try": a tick that waited would occupy a worker.
    cursor.execute("SELECT pg_try_advisory_xact_lock(%s)", [zlib.crc32(place.encode())])
    (is_ours,) = cursor.fetchone()
    return bool(is_ours)
