"""Long polls: a program waits for something new for up to 25 seconds, so that it need not ask again
and again.

A waiting request keeps a thread of its web process, so that few can wait at once: as many as
``API_WAITING`` says for a process, and two of one person. One more is answered at once, as if it
had not asked to wait.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Lock

from django.conf import settings

MOST_SECONDS = 25
MOST_OF_A_PERSON = 2
LOOK_EVERY = 1.0  # seconds


class WaitingRoom:
    """How many requests wait in this process, and of whom."""

    def __init__(self) -> None:
        self._waiting: Counter[str] = Counter()
        self._lock = Lock()

    @contextmanager
    def enter(self, who: str) -> Iterator[bool]:
        """Take a place for as long as the block runs; yield whether there is one."""
        has_place = self._take_place(who)
        try:
            yield has_place
        finally:
            if has_place:
                self._leave(who)

    def _take_place(self, who: str) -> bool:
        with self._lock:
            is_full = self._waiting.total() >= settings.API_WAITING
            if is_full or self._waiting[who] >= MOST_OF_A_PERSON:
                return False
            self._waiting[who] += 1
            return True

    def _leave(self, who: str) -> None:
        with self._lock:
            self._waiting[who] -= 1
            if not self._waiting[who]:
                del self._waiting[who]


room = WaitingRoom()


def wait_for_news(who: str, has_news: Callable[[], bool], seconds: int) -> None:
    """Return as soon as there is news, or once the seconds are over."""
    if not seconds or has_news():
        return
    with room.enter(who) as has_place:
        if not has_place:
            return
        for _second in range(min(seconds, MOST_SECONDS)):
            time.sleep(LOOK_EVERY)
            if has_news():
                return
