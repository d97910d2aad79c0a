"""Seconds of a web process that are somebody's: they are used up by requests, and come again with
the time that passes."""

from __future__ import annotations

from threading import Lock

MAX_KNOWN = 10_000


class CpuBudgets:
    """The seconds of this process that are left to each of many, up to ``saved`` of them; a full
    budget has no entry.

    ``percent`` is how much of the time that passes comes again. Moments are in seconds of a clock
    that never goes back.
    """

    def __init__(self, saved: float) -> None:
        self.saved = saved
        self._left: dict[str, tuple[float, float]] = {}
        self._lock = Lock()

    def seconds_left(self, who: str, percent: float, now: float) -> float:
        """Return the seconds that somebody may use now; negative if they have used more."""
        left, at = self._left.get(who, (self.saved, now))
        return min(self.saved, left + (now - at) * percent / 100)

    def spend_seconds(self, who: str, seconds: float, percent: float, now: float) -> None:
        """Subtract what somebody has used."""
        with self._lock:  # the threads of the process share the table
            self._left[who] = (self.seconds_left(who, percent, now) - seconds, now)
            # The table must not grow without end: if nobody's budget is full, all are forgotten.
            if len(self._left) > MAX_KNOWN:
                poor = {
                    key: entry
                    for key, entry in self._left.items()
                    if self.seconds_left(key, percent, now) < self.saved
                }
                self._left = poor if len(poor) < MAX_KNOWN else {}
