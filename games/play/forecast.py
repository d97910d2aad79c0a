"""When somebody's next turn can be expected: from how long the people at the table have taken for
their turns and answers before, drawn many times over."""

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
"""Parts of a clock that somebody takes of whom little is known; told by five such times."""
ENOUGH = 5
LATEST = 40
LATELY = 16
"""How many turns of a game tell what becomes of the next: in some of its times more is taken."""

PATIENCE = timedelta(hours=6)
"""Somebody who takes longer than ever before is expected at the next multiple of this."""
HOUR = timedelta(hours=1)

NOTHING = timedelta()


@dataclass(frozen=True, slots=True)
class Durations:
    """What can be expected of how long something takes: the ``ends`` of stretches in each of which
    it is equally likely to lie, from the shortest to the longest.

    Between how long it took before, these are the gaps, with one below and one above: the next of
    so many is as often in each of them, whatever it is that the times are spread like. So few
    times are trusted less than many.
    """

    ends: tuple[timedelta, ...]

    def draw_remaining(self, passed: timedelta, dice: random.Random) -> timedelta:
        """Draw how long it takes yet, of which so much has ``passed``."""
        if not passed:
            return _draw_between(*self._draw_gap(dice), dice)
        gaps = [(max(begin, passed), end) for begin, end in pairwise(self.ends) if end > passed]
        if not gaps:
            return PATIENCE - passed % PATIENCE
        shares = [1.0] * len(gaps)
        shares[0] = self._share_left(passed)
        return _draw_between(*dice.choices(gaps, shares)[0], dice) - passed

    def _draw_gap(self, dice: random.Random) -> tuple[timedelta, timedelta]:
        place = dice.randrange(len(self.ends) - 1)
        return self.ends[place], self.ends[place + 1]

    def _share_left(self, passed: timedelta) -> float:
        """Return how much is left of the gap that is being passed."""
        begin, end = next(gap for gap in pairwise(self.ends) if gap[1] > passed)
        return (end - max(begin, passed)) / (end - begin) if end > begin else 1


def _draw_between(begin: timedelta, end: timedelta, dice: random.Random) -> timedelta:
    return begin + (end - begin) * dice.random()


class TurnInterruptions(NamedTuple):
    """What became of a turn: how many ``questions`` interrupted it, and how often it was asked for
    ``again``."""

    questions: int
    again: int


USUAL = (TurnInterruptions(0, 0), TurnInterruptions(1, 0))
"""What is thought to have become of turns before the first of a game."""


@dataclass(frozen=True, slots=True)
class Wait:
    """Something that is to happen before: it takes its ``times``, of which so much has ``passed``.
    It may take one of these ``courses``, each of its questions one of ``answers``."""

    times: Durations
    passed: timedelta = NOTHING
    courses: Sequence[TurnInterruptions] = (TurnInterruptions(0, 0),)
    answers: Durations | None = None


@dataclass(frozen=True, slots=True)
class Forecast:
    """The middle of what can be expected, and what it is in eight of ten cases."""

    at: datetime
    earliest: datetime
    latest: datetime


def forecast_end(waits: Iterable[Wait], now: datetime, dice: random.Random) -> Forecast:
    """Return when all has happened that is waited for, in whole hours: nothing is known closer."""
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
    """Return how long somebody takes who has taken so long before, under a clock; where little is
    known of him, as others do."""
    known = [min(span, longest) for span in taken[:LATEST]]
    if len(known) < ENOUGH:
        known += [longest * part for part in PRIOR]
    return Durations((NOTHING, *sorted(known), longest))


def turn_interruptions(asked: Iterable[tuple[int, bool]]) -> Sequence[TurnInterruptions]:
    """Return what became of the latest turns of a game, of all that was asked there: the number of
    the turn, and whether it was a question that interrupted it."""
    asked = list(asked)
    turns = Counter(number for number, is_question in asked if not is_question)
    questions = Counter(number for number, is_question in asked if is_question)
    latest = sorted(turns)[-LATELY:]
    return (*USUAL, *(TurnInterruptions(questions[number], turns[number] - 1) for number in latest))
