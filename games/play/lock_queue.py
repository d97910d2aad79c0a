"""Who waits for a game's lock: few threads of a process at a time.

A row that is locked for long would otherwise have all of them wait for one game, and none be left
for the others.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Condition

MAX_WAITING = 2
PATIENCE = 1.0  # seconds without anybody getting on


class BusyError(Exception):
    """The line for a game does not move."""


_guard = Condition()
_waiting: dict[int, int] = {}


@contextmanager
def limit_waiters(game_id: int) -> Iterator[None]:
    """Wait for a game in the body, where not too many do so already, or once it is one's turn.

    Raises ``BusyError`` where the line does not move.
    """
    with _guard:
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
