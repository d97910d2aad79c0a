"""The forecast of a seat's next turn, from the decisions of the people at the table."""

from __future__ import annotations

import random
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from itertools import takewhile
from operator import itemgetter
from typing import NamedTuple

from django.db.models import Q

from games.models import Decision, Game, Submission
from games.models import Seat as Place
from games.play import decisions
from games.play.clock import ANSWER, TURN
from games.play.forecast import (
    LATEST,
    Forecast,
    TurnInterruptions,
    Wait,
    expected_durations,
    forecast_end,
    turn_interruptions,
)
from games.play.knowledge import KnownGame


def forecast_next_turn(known: KnownGame, seats: Sequence[Place], now: datetime) -> Forecast | None:
    """Return when the viewer's next turn can be expected, None if it is their turn already or
    nobody's."""
    game, turn, viewer = known.game, known.report.turn, known.viewer
    if viewer is None or turn is None or turn == viewer or not game.is_running:
        return None
    order = known.rules.judgement.seats(known.state)
    if turn not in order or viewer not in order:
        return None
    start = order.index(turn)
    ahead = tuple(takewhile(lambda name: name != viewer, order[start:] + order[:start]))
    waits = list(_waits_before(game, {seat.name: seat for seat in seats}, ahead, now))
    # With a seed, so that a reload of the page draws the same numbers.
    return forecast_end(waits, now, random.Random(game.version)) if waits else None


def _waits_before(
    game: Game, seats: Mapping[str, Place], ahead: Sequence[str], now: datetime
) -> Iterable[Wait]:
    """Yield the turns that come before, the one under way first."""
    pace, people = decisions.pace_of(game), {seat.person_id for seat in seats.values()} - {None}
    past = _past_decisions(game, people)
    taken = _times_taken(game, past)
    answers = [span for (_pk, name), spans in taken.items() if name == ANSWER for span in spans]
    pool = expected_durations(answers, pace.clock_for(ANSWER).first_span())
    passed, course = _time_so_far(game, past, now)
    for number, name in enumerate(ahead):
        if seats[name].is_absent:
            continue  # silence or a bot plays at once
        own = taken.get((seats[name].person_id, TURN), [])
        times = expected_durations(own, pace.clock_for(TURN).first_span())
        yield Wait(times, timedelta() if number else passed, course, pool)


class PastDecision(NamedTuple):
    """A decision of a person, in this game or another one, open or closed."""

    game_id: int
    person: int | None
    kind: str
    number: int
    opened_at: datetime
    closed_at: datetime | None
    closed_by: str


def _past_decisions(game: Game, people: Collection[int | None]) -> list[PastDecision]:
    """Return the latest decisions of the people at a table, and those of this game among them."""
    theirs = Q(seat__person__in=people, closed_by=Decision.ClosedBy.ANSWER)
    rows = Decision.objects.filter(
        theirs | Q(game=game), kind__in=game.rules.judgement.decision_kinds
    )
    latest = rows.order_by("-id").values_list(
        "game_id", "seat__person", "kind", "number", "opened_at", "closed_at", "closed_by"
    )
    # Turns and answers are counted apart, so that twice as many rows are read as are used of each.
    return [PastDecision(*row) for row in latest[: LATEST * 2 * len(people)]]


def _times_taken(
    game: Game, past: Iterable[PastDecision]
) -> Mapping[tuple[int | None, str], list[timedelta]]:
    """Return how long people took for their latest turns and answers, the latest first, by person
    and clock."""
    kinds = game.rules.judgement.decision_kinds
    ended: list[tuple[datetime, tuple[int | None, str], timedelta]] = [
        (row.closed_at, (row.person, kinds[row.kind].pace), row.closed_at - row.opened_at)
        for row in past
        if row.closed_at is not None and row.closed_by == Decision.ClosedBy.ANSWER
    ]
    # Premoves took no time and left no decision.
    ended += [(at, (person, TURN), timedelta()) for person, at in _premove_times(game)]
    times: dict[tuple[int | None, str], list[timedelta]] = {}
    for _at, key, span in sorted(ended, key=itemgetter(0), reverse=True):
        times.setdefault(key, []).append(span)
    return times


def _premove_times(game: Game) -> Iterable[tuple[int | None, datetime]]:
    """Return the people whose premoves were played in a game, and when."""
    rows = Submission.objects.filter(game=game, via=Submission.Via.PREMOVE)
    return rows.values_list("person", "at")


def _time_so_far(
    game: Game, past: Iterable[PastDecision], now: datetime
) -> tuple[timedelta, Sequence[TurnInterruptions]]:
    """Return how long the present decision has been open, and the interruptions of the latest
    turns of this game: none if its turns are never interrupted."""
    kinds = game.rules.judgement.decision_kinds
    own_rows = [row for row in past if row.game_id == game.pk]
    since = min((row.opened_at for row in own_rows if row.closed_at is None), default=now)
    if ANSWER not in game.rules.judgement.clocks:
        return now - since, (TurnInterruptions(0, 0),)
    return now - since, turn_interruptions(
        (row.number, kinds[row.kind].pace == ANSWER) for row in own_rows
    )
