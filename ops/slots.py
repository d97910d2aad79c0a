"""How many workers may be at one kind of task at a time, so that it cannot keep all of them."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection
from django.db.backends.utils import CursorWrapper


@contextmanager
def acquire(kind: str, share: int) -> Iterator[bool]:
    """Yield whether one of the places of a kind of task was free; it is held until the end.

    The place is a lock of a transaction, on a connection of its own that is closed behind it:
    whatever becomes of the worker, or of a pooler in between, PostgreSQL gives it free.
    """
    holder = connection.copy()
    try:
        holder.set_autocommit(False)
        with holder.cursor() as cursor:
            yield any(_try_lock(cursor, f"{kind} {place}") for place in range(share))
    finally:
        holder.close()


def _try_lock(cursor: CursorWrapper, place: str) -> bool:
    cursor.execute("SELECT pg_try_advisory_xact_lock(%s)", [zlib.crc32(place.encode())])
    (is_ours,) = cursor.fetchone()
    return bool(is_ours)
