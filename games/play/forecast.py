"""A forecast of somebody's next turn: the median of how long the people who play before have taken
for their latest turns."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from statistics import quantiles

PRIOR = (0.03, 0.1, 0.25, 0.5, 0.9)
"""Parts of a clock that a person takes of whom little is known, as five assumed times."""
ENOUGH = 5
LATEST = 40

PATIENCE = timedelta(hours=6)
"""A person who takes longer than ever before is expected at the next multiple of this."""
HOUR = timedelta(hours=1)

NOTHING = timedelta()


def _add_span(start: datetime, span: timedelta) -> datetime:
    return start + span


@dataclass(frozen=True, slots=True)
class Wait:
    """A turn that must be over before: the ``spans`` that such turns took, the ``longest`` that its
    clock allows, and how much of it has ``passed``.

    ``end_of`` returns when a span is over that begins at a moment: later where its player has days
    off.
    """

    spans: Sequence[timedelta]
    longest: timedelta
    passed: timedelta = NOTHING
    end_of: Callable[[datetime, timedelta], datetime] = _add_span

    def deciles(self) -> tuple[float, float, float]:
        """Return the lowest decile, the median and the highest decile of what is left, in hours.

        The spans lie between nothing and the longest one, so that few of them make a wide range.
        """
        longer = [span for span in self.spans if span > self.passed or not self.passed]
        left = [(span - self.passed) / HOUR for span in longer]
        if not left:
            soon = (PATIENCE - self.passed % PATIENCE) / HOUR
            return 0, soon, soon
        most = max(*left, (self.longest - self.passed) / HOUR)
        low, *_between, high = cut = quantiles([0, *left, most], n=10, method="inclusive")
        return low, cut[4], high


@dataclass(frozen=True, slots=True)
class Forecast:
    """The median of what can be expected, and the range of eight cases in ten."""

    at: datetime
    earliest: datetime
    latest: datetime


def forecast_end(waits: Iterable[Wait], now: datetime) -> Forecast:
    """Return when all these waits are over, in whole hours: it is not known more exactly.

    The range is too wide rather than too narrow where there are several waits.
    """
    earliest = likely = latest = now
    # One after the other: a turn can end on a day off of the next player.
    for wait in waits:
        low, middle, high = (hours * HOUR for hours in wait.deciles())
        earliest = wait.end_of(earliest, low)
        likely, latest = wait.end_of(likely, middle), wait.end_of(latest, high)
    return Forecast(*map(_round_to_hour, (likely, earliest, latest)))


def _round_to_hour(moment: datetime) -> datetime:
    return (moment + HOUR / 2).replace(minute=0, second=0, microsecond=0)


def expected_spans(taken: Sequence[timedelta], longest: timedelta) -> Sequence[timedelta]:
    """Return how long a person takes who has ``taken`` these times before, under a clock that
    allows the ``longest``; if there are few of them, the usual parts of it are added."""
    known = [min(span, longest) for span in taken[:LATEST]]
    return known if len(known) >= ENOUGH else [*known, *(longest * part for part in PRIOR)]
