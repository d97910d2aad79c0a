"""When somebody's next turn can be expected: from how long the people at the table have taken for
their turns and answers before, drawn many times over."""

from __future__ import annotations

import random
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import takewhile
from typing import NamedTuple

from django.db.models import Q

from games.models import Decision, Game
from games.models import Seat as Place
from games.play import decisions
from games.play.clock import ANSWER, TURN
from games.play.knowledge import Known

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


def next_turn(known: Known, seats: Sequence[Place], now: datetime) -> Estimate | None:
    """Return when a seat's next turn can be expected, None where it is its turn already, or
    nobody's."""
    game, turn, viewer = known.game, known.report.turn, known.viewer
    if viewer is None or turn is None or turn == viewer or not game.is_running:
        return None
    order = known.rules.judgement.seats(known.state)
    start = order.index(turn)
    ahead = tuple(takewhile(lambda name: name != viewer, order[start:] + order[:start]))
    waits = list(_waits(game, {seat.name: seat for seat in seats}, ahead, now))
    return estimate(waits, now, random.Random(game.version)) if waits else None


def _waits(
    game: Game, seats: Mapping[str, Place], ahead: Sequence[str], now: datetime
) -> Iterable[Wait]:
    """Yield the turns that come before, the one under way first."""
    pace, people = decisions.pace_of(game), {seat.person_id for seat in seats.values()} - {None}
    past = _past(game, people)
    taken = _taken(game, past)
    answers = [span for (_person, kept), spans in taken.items() if kept == ANSWER for span in spans]
    pool = expected(answers, pace.clock(ANSWER).first())
    passed, breaks = _so_far(game, past, now)
    for number, name in enumerate(ahead):
        own = taken.get((seats[name].person_id, TURN), [])
        spans = expected(own, pace.clock(TURN).first())
        yield Wait(spans, timedelta() if number else passed, breaks, pool)


class Past(NamedTuple):
    """Something that was asked of somebody, here or in another game, and is perhaps done."""

    game_id: int
    person: int | None
    kind: str
    opened_at: datetime
    closed_at: datetime | None
    closed_by: str


def _past(game: Game, people: Collection[int | None]) -> list[Past]:
    """Return what was asked latest of the people at a table, and all that was asked in this game
    as far as it is among the latest."""
    theirs = Q(seat__person__in=people, closed_by=Decision.ClosedBy.ANSWER)
    rows = Decision.objects.filter(theirs | Q(game=game), kind__in=game.rules.judgement.asks)
    told = rows.order_by("-id").values_list(
        "game_id", "seat__person", "kind", "opened_at", "closed_at", "closed_by"
    )
    return [Past(*row) for row in told[: LATEST * 2 * len(people)]]


def _taken(game: Game, past: Iterable[Past]) -> Mapping[tuple[int | None, str], list[timedelta]]:
    """Return how long people took for their latest turns and answers, by person and clock."""
    asks = game.rules.judgement.asks
    found: dict[tuple[int | None, str], list[timedelta]] = {}
    for one in past:
        if one.closed_at is not None and one.closed_by == Decision.ClosedBy.ANSWER:
            key = (one.person, ANSWER if asks[one.kind].pace == ANSWER else TURN)
            found.setdefault(key, []).append(one.closed_at - one.opened_at)
    return found


def _so_far(game: Game, past: Iterable[Past], now: datetime) -> tuple[timedelta, float]:
    """Return how long somebody has been at what is asked now, and how often a turn of this game
    was interrupted by questions."""
    asks, here = game.rules.judgement.asks, [one for one in past if one.game_id == game.pk]
    since = min((one.opened_at for one in here if one.closed_at is None), default=now)
    if ANSWER not in game.rules.judgement.clocks:
        return now - since, 0
    questions = sum(asks[one.kind].pace == ANSWER for one in here)
    return now - since, (questions + BREAKS) / (len(here) - questions + 1)
