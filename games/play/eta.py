"""When somebody's next turn can be expected: from how long the people at the table have taken for
their turns and answers before, drawn many times over."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

DRAWS = 200
LOW, MIDDLE, HIGH = DRAWS // 10, DRAWS // 2, DRAWS - DRAWS // 10
PRIOR = (0.03, 0.1, 0.25, 0.5, 0.9)
"""Parts of a clock that somebody takes of whom nothing is known; told by five such times."""
ENOUGH = 5
LATEST = 40
BREAKS = 0.5
"""How many questions interrupt a turn, as long as nothing is known of a game."""

PATIENCE = timedelta(hours=6)
"""Somebody who takes longer than ever before is expected at the next multiple of this."""
HOUR = timedelta(hours=1)

Spans = Sequence[timedelta]


@dataclass(frozen=True, slots=True)
class Wait:
    """Something that is to happen before: it takes one of these ``spans``, of which so much has
    ``passed``. On the way it is interrupted ``breaks`` times on average, each for one of
    ``answers``."""

    spans: Spans
    passed: timedelta = timedelta()
    breaks: float = 0
    answers: Spans = ()


@dataclass(frozen=True, slots=True)
class Estimate:
    """The middle of what can be expected, and what it is in eight of ten cases."""

    at: datetime
    earliest: datetime
    latest: datetime


def estimate(waits: Iterable[Wait], now: datetime, dice: random.Random) -> Estimate:
    """Return when all has happened that is waited for, in whole hours: nothing is known closer."""
    waits = list(waits)
    drawn = sorted(sum((_draw(wait, dice) for wait in waits), timedelta()) for _ in range(DRAWS))
    middle, low, high = (_hour(now + drawn[place]) for place in (MIDDLE, LOW, HIGH))
    return Estimate(middle, low, high)


def _hour(moment: datetime) -> datetime:
    return (moment + HOUR / 2).replace(minute=0, second=0, microsecond=0)


def _draw(wait: Wait, dice: random.Random) -> timedelta:
    possible = [span for span in wait.spans if span > wait.passed]
    left = dice.choice(possible) - wait.passed if possible else PATIENCE - wait.passed % PATIENCE
    whole = int(wait.breaks)
    breaks = whole + (dice.random() < wait.breaks - whole) if wait.answers else 0
    return left + sum((dice.choice(wait.answers) for _ in range(breaks)), timedelta())


def expected(taken: Spans, longest: timedelta) -> Spans:
    """Return how long somebody takes who has taken so long before, under a clock; few times are
    not trusted alone."""
    known = [min(span, longest) for span in taken[:LATEST]]
    return known if len(known) >= ENOUGH else [*known, *(longest * part for part in PRIOR)]
