"""The queue for a game's lock: only a few threads of a process wait for it in the database.

Otherwise a row that is locked for long would have all threads wait for one game, and none would be
left for the others.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Condition

MAX_WAITING = 2
PATIENCE = 1.0  # seconds in which nobody leaves the queue


class BusyError(Exception):
    """The queue for a game does not move."""


_guard = Condition()
_waiting: dict[int, int] = {}


@contextmanager
def limit_waiters(game_id: int) -> Iterator[None]:
    """Let at most ``MAX_WAITING`` threads run the body for a game; others wait for their turn.

    Raises ``BusyError`` where the queue does not move.
    """
    with _guard:
        # A notice of any game starts the wait again: it ends only when nothing moves at all.
        while _waiting.get(game_id, 0) >= MAX_WAITING:
            if not _guard.wait(PATIENCE):
                raise BusyError
        _waiting[game_id] = _waiting.get(game_id, 0) + 1
    try:
        yield
    finally:
        with _guard:
            _waiting[game_id] -= 1
            if not _waiting[game_id]:
                del _waiting[game_id]
            _guard.notify_all()
