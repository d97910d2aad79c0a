"""What a broker that fails is said of several times a second is logged once a minute."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable

REPEAT_SECONDS = 60


class RepeatLimit(logging.Filter):
    """Let each warning or error pass once a minute, whatever its arguments are.

    Celery's worker tries a broker that answers with an error without a rest, and its beat logs a
    failure for each task.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._clock = clock
        self._logged_at: dict[tuple[str, int, str], float] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        if record.levelno < logging.WARNING:
            return True
        key, now = (record.name, record.levelno, str(record.msg)), self._clock()
        last = self._logged_at.get(key)
        if last is not None and now - last < REPEAT_SECONDS:
            return False
        self._logged_at = {
            one: at for one, at in self._logged_at.items() if now - at < REPEAT_SECONDS
        }
        self._logged_at[key] = now
        return True
