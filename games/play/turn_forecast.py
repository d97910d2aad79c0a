"""The forecast of a seat's next turn, from the decisions of the people at the table."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from itertools import takewhile
from operator import itemgetter
from typing import NamedTuple

from django.db.models import Exists, Max, Min, OuterRef, Q

from accounts.models import Person
from games.models import Decision, Game, PlayersPause, Submission
from games.models import Seat as Place
from games.play import clock, decisions
from games.play.clock import TURN
from games.play.forecast import LATEST, Forecast, Wait, expected_spans, forecast_end
from games.play.knowledge import KnownGame


def forecast_next_turn(known: KnownGame, seats: Sequence[Place], now: datetime) -> Forecast | None:
    """Return when the viewer's next turn can be expected, None if it is their turn already or
    nobody's, or nobody knows when the game goes on."""
    game, turn, viewer = known.game, known.report.turn, known.viewer
    if viewer is None or turn is None or turn == viewer or not game.is_running:
        return None
    order = known.rules.judgement.seats(known.state)
    if turn not in order or viewer not in order:
        return None
    start = order.index(turn)
    ahead = tuple(takewhile(lambda name: name != viewer, order[start:] + order[:start]))
    begin = _goes_on_at(game, now)
    if begin is None:
        return None
    waits = list(_waits_before(game, {seat.name: seat for seat in seats}, ahead, now))
    return forecast_end(waits, begin) if waits else None


def _goes_on_at(game: Game, now: datetime) -> datetime | None:
    """Return from when on the clocks of a game run: from now on, or once the pause of its players
    ends; None while the staff has paused it."""
    if game.paused_at is None:
        return now
    pauses = PlayersPause.objects.filter(game=game, ended_at=None, started_at=game.paused_at)
    until = pauses.values_list("until", flat=True).first()
    return max(until, now) if until else None


def _waits_before(
    game: Game, seats: Mapping[str, Place], ahead: Sequence[str], now: datetime
) -> Iterable[Wait]:
    """Yield the turns that come before, the one under way first; no player is expected on days off
    on which their clock rests."""
    people = {seat.person_id for seat in seats.values()} - {None}
    past = _past_turns(game, people)
    taken = _times_taken(game, past)
    begun = _beginning_of_turn(game) or now
    for number, name in enumerate(ahead):
        person = seats[name].person
        if seats[name].is_absent or person is None:
            continue  # silence or a bot plays at once
        since, until = (now, now) if number else (min(begun, now), game.paused_at or now)
        yield _wait_for(person, taken.get(person.pk, []), decisions.pace_of(game), since, until)


def _wait_for(
    person: Person, taken: Sequence[timedelta], pace: clock.Pace, since: datetime, until: datetime
) -> Wait:
    """Return the wait for a turn of a person that has been asked for between two moments; they are
    expected on no day off on which their clock rests."""
    longest, rest = (
        pace.clock_for(TURN).first_span(),
        decisions.days_at_rest(person, pace, since),
    )
    # Nights and weekends are in the times that people took before; days off are not.
    days, zone = clock.Pace(most_days_off=pace.most_days_off), person.zone
    passed = clock.waking_time_left(since, until, days, zone, rest)

    def end_of(begun: datetime, span: timedelta) -> datetime:
        due = clock.due_at(begun, span, days, zone, rest)
        handover = clock.handover_at(begun, days, zone, rest)
        return due if handover is None else max(begun, min(due, handover))

    return Wait(expected_spans(taken, longest), longest, passed, end_of)


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
    """Return the people whose turns were said ahead in a game and played at once, and when.

    One that waited for its author's delay has closed a decision, and took as long as others do:
    the times that all are shown must not tell that it was said ahead.
    """
    rows = Submission.objects.filter(game=game, via__in=Submission.AHEAD)
    asked = Decision.objects.filter(
        seat=OuterRef("seat"), closed_at=OuterRef("at"), closed_by=Decision.ClosedBy.ANSWER
    )
    at_once = ~(Q(via=Submission.Via.FORESEEN) & Exists(asked))
    return rows.filter(at_once).values_list("person", "at")


def _beginning_of_turn(game: Game) -> datetime | None:
    """Return since when the turn under way is asked for, its interruptions included."""
    rows = Decision.objects.filter(game=game)
    numbers = rows.filter(closed_at=None).values("number")
    begun: datetime | None = rows.filter(number__in=numbers).aggregate(begun=Min("opened_at"))[
        "begun"
    ]
    return begun
