"""A forecast of somebody's next turn: how long the people at the table have taken for turns and
answers before, drawn many times over."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import pairwise
from typing import NamedTuple

DRAWS = 200
LOW, MIDDLE, HIGH = DRAWS // 10, DRAWS // 2, DRAWS - DRAWS // 10
PRIOR = (0.03, 0.1, 0.25, 0.5, 0.9)
"""Parts of a clock that a person takes of whom little is known, as five assumed times."""
ENOUGH = 5
LATEST = 40
LATELY = 16
"""How many latest turns of a game tell what becomes of the next: some phases have more captures."""

PATIENCE = timedelta(hours=6)
"""A person who takes longer than ever before is expected at the next multiple of this."""
HOUR = timedelta(hours=1)

NOTHING = timedelta()


@dataclass(frozen=True, slots=True)
class Durations:
    """A distribution of how long something takes: the ``ends`` of gaps between observed times,
    from the shortest to the longest.

    The next time is equally likely to lie in each gap, whatever the distribution of the times is.
    With few observations the gaps are wide, so that few are trusted less than many.
    """

    ends: tuple[timedelta, ...]

    def draw_remaining(self, passed: timedelta, dice: random.Random) -> timedelta:
        """Draw how much time is left, of which ``passed`` is over."""
        if not passed:
            return _draw_between(*self._draw_gap(dice), dice)
        gaps = [(max(begin, passed), end) for begin, end in pairwise(self.ends) if end > passed]
        if not gaps:
            return PATIENCE - passed % PATIENCE
        # The gap that is half over is only half as likely as the others.
        shares = [1.0] * len(gaps)
        shares[0] = self._share_left(passed)
        return _draw_between(*dice.choices(gaps, shares)[0], dice) - passed

    def _draw_gap(self, dice: random.Random) -> tuple[timedelta, timedelta]:
        place = dice.randrange(len(self.ends) - 1)
        return self.ends[place], self.ends[place + 1]

    def _share_left(self, passed: timedelta) -> float:
        """Return which part is left of the gap in which ``passed`` lies."""
        begin, end = next(gap for gap in pairwise(self.ends) if gap[1] > passed)
        return (end - max(begin, passed)) / (end - begin) if end > begin else 1


def _draw_between(begin: timedelta, end: timedelta, dice: random.Random) -> timedelta:
    return begin + (end - begin) * dice.random()


class TurnInterruptions(NamedTuple):
    """How many ``questions`` interrupted a turn, and how often it was asked for ``again``."""

    questions: int
    again: int


USUAL = (TurnInterruptions(0, 0), TurnInterruptions(1, 0))
"""Assumed turns before the first one of a game."""


@dataclass(frozen=True, slots=True)
class Wait:
    """A turn that must be over before: how long such turns take (``times``), and how much of it
    has ``passed``.

    It has the interruptions of one of the ``courses``; each question takes one of ``answers``.
    """

    times: Durations
    passed: timedelta = NOTHING
    courses: Sequence[TurnInterruptions] = (TurnInterruptions(0, 0),)
    answers: Durations | None = None


@dataclass(frozen=True, slots=True)
class Forecast:
    """The median of what can be expected, and the range of eight cases in ten."""

    at: datetime
    earliest: datetime
    latest: datetime


def forecast_end(waits: Iterable[Wait], now: datetime, dice: random.Random) -> Forecast:
    """Return when all these waits are over, in whole hours: it is not known more exactly."""
    waits = list(waits)
    drawn = sorted(sum((_draw_wait(wait, dice) for wait in waits), NOTHING) for _ in range(DRAWS))
    middle, low, high = (_round_to_hour(now + drawn[place]) for place in (MIDDLE, LOW, HIGH))
    return Forecast(middle, low, high)


def _round_to_hour(moment: datetime) -> datetime:
    return (moment + HOUR / 2).replace(minute=0, second=0, microsecond=0)


def _draw_wait(wait: Wait, dice: random.Random) -> timedelta:
    questions, again = dice.choice(wait.courses)
    spans = [wait.times.draw_remaining(wait.passed, dice)]
    spans += (wait.times.draw_remaining(NOTHING, dice) for _ in range(again))
    if wait.answers:
        spans += (wait.answers.draw_remaining(NOTHING, dice) for _ in range(questions))
    return sum(spans, NOTHING)


def expected_durations(taken: Sequence[timedelta], longest: timedelta) -> Durations:
    """Return how long a person takes who has ``taken`` these times before, under a clock that
    allows the ``longest``; if there are few of them, the usual parts of it are added."""
    known = [min(span, longest) for span in taken[:LATEST]]
    if len(known) < ENOUGH:
        known += [longest * part for part in PRIOR]
    return Durations((NOTHING, *sorted(known), longest))


def turn_interruptions(asked: Iterable[tuple[int, bool]]) -> Sequence[TurnInterruptions]:
    """Return the interruptions of the latest turns of a game.

    ``asked`` are all its decisions: the number of the turn, and whether it interrupted that.
    """
    asked = list(asked)
    turns = Counter(number for number, is_question in asked if not is_question)
    questions = Counter(number for number, is_question in asked if is_question)
    latest = sorted(turns)[-LATELY:]
    return (*USUAL, *(TurnInterruptions(questions[number], turns[number] - 1) for number in latest))
