"""What is written down outside of the site: each turn it has accepted, and how long that took."""

from __future__ import annotations

import statistics
import threading
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from tests.chaos import ledger, people


@dataclass(frozen=True, slots=True)
class TurnWait:
    """One turn: when it was first sent, first refused (if it was), and accepted, in seconds since
    the beginning."""

    sent: float
    refused: float | None
    accepted: float

    @property
    def refused_for(self) -> float:
        """Return how long its player was refused."""
        return 0.0 if self.refused is None else self.accepted - self.refused

    @property
    def seconds(self) -> float:
        """Return how long its player waited in all."""
        return self.accepted - self.sent

    def belongs_to(self, since: float, until: float) -> bool:
        """Whether it was first refused in this span of time, or its player waited then and was
        never refused."""
        if self.refused is not None:
            return since <= self.refused < until
        return self.sent < until and self.accepted > since


@dataclass
class Ledger(ledger.Ledger):
    """The ledger of the chaos test, with the time of each refusal."""

    begun: float = field(default_factory=time.monotonic)
    waits: list[TurnWait] = field(default_factory=list)
    _mine: threading.local = field(default_factory=threading.local)

    @property
    def now(self) -> float:
        """Return the seconds since the beginning."""
        return time.monotonic() - self.begun

    def answer(self, status: int) -> None:
        """Count an answer; the first refusal of a turn is remembered by the player's thread."""
        super().answer(status)
        if status in people.AWAY and getattr(self._mine, "refused", None) is None:
            self._mine.refused = self.now

    def waited(self, seconds: float) -> None:
        """Note how long a player went on sending one turn."""
        super().waited(seconds)
        refused, self._mine.refused = getattr(self._mine, "refused", None), None
        wait = TurnWait(self.now - seconds, refused, self.now)
        with self._lock:
            self.waits.append(wait)


def percentile_99(waits: Iterable[TurnWait]) -> float:
    """Return the seconds within which 99 of 100 turns were accepted."""
    spans = [wait.seconds for wait in waits]
    return statistics.quantiles(spans, n=100)[-1] if len(spans) > 1 else 0.0


def in_span(waits: Sequence[TurnWait], since: float, until: float) -> list[TurnWait]:
    """Select the turns that a span of time has to answer for."""
    return [wait for wait in waits if wait.belongs_to(since, until)]
