"""The forecast of a seat's next turn, from the decisions of the people at the table."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from itertools import takewhile
from operator import itemgetter
from typing import NamedTuple

from django.db.models import Max, Min

from games.models import Decision, Game, Submission
from games.models import Seat as Place
from games.play import decisions
from games.play.clock import TURN
from games.play.forecast import LATEST, Forecast, Wait, expected_spans, forecast_end
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
    return forecast_end(waits, now) if waits else None


def _waits_before(
    game: Game, seats: Mapping[str, Place], ahead: Sequence[str], now: datetime
) -> Iterable[Wait]:
    """Yield the turns that come before, the one under way first."""
    people = {seat.person_id for seat in seats.values()} - {None}
    past = _past_turns(game, people)
    taken = _times_taken(game, past)
    longest = decisions.pace_of(game).clock_for(TURN).first_span()
    passed = _time_so_far(game, now)
    for number, name in enumerate(ahead):
        if seats[name].is_absent:
            continue  # silence or a bot plays at once
        own = expected_spans(taken.get(seats[name].person_id, []), longest)
        yield Wait(own, longest, timedelta() if number else passed)


class PastTurn(NamedTuple):
    """A turn of a person, in this game or another one, from when it was first asked for to its end:
    it was asked for again after each question that interrupted it."""

    person: int
    opened_at: datetime
    closed_at: datetime


def _past_turns(game: Game, people: Collection[int | None]) -> Iterable[PastTurn]:
    """Return the latest turns of the people at a table."""
    kinds = game.rules.judgement.decision_kinds
    turns = Decision.objects.filter(
        seat__person__in=people,
        closed_by=Decision.ClosedBy.ANSWER,
        kind__in=[name for name, kind in kinds.items() if kind.pace == TURN],
    )
    each = turns.values("game_id", "number", "seat__person").annotate(
        opened=Min("opened_at"), closed=Max("closed_at")
    )
    latest = each.order_by("-closed").values_list("seat__person", "opened", "closed")
    return [PastTurn(*row) for row in latest[: LATEST * len(people)]]


def _times_taken(game: Game, past: Iterable[PastTurn]) -> Mapping[int | None, list[timedelta]]:
    """Return how long people took for their latest turns, the latest first."""
    ended: list[tuple[datetime, int | None, timedelta]] = [
        (turn.closed_at, turn.person, turn.closed_at - turn.opened_at) for turn in past
    ]
    # What was said ahead took no time and left no decision.
    ended += [(at, person, timedelta()) for person, at in _times_ahead(game)]
    times: dict[int | None, list[timedelta]] = {}
    for _at, person, span in sorted(ended, key=itemgetter(0), reverse=True):
        times.setdefault(person, []).append(span)
    return times


def _times_ahead(game: Game) -> Iterable[tuple[int | None, datetime]]:
    """Return the people whose turns were said ahead in a game, and when."""
    rows = Submission.objects.filter(game=game, via__in=Submission.AHEAD)
    return rows.values_list("person", "at")


def _time_so_far(game: Game, now: datetime) -> timedelta:
    """Return how long the turn under way has been asked for, its interruptions included."""
    rows = Decision.objects.filter(game=game)
    numbers = rows.filter(closed_at=None).values("number")
    begun = rows.filter(number__in=numbers).aggregate(begun=Min("opened_at"))["begun"]
    return now - begun if begun else timedelta()
