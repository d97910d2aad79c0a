"""Rates finished games in the order in which they ended, each person by rule set."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime

from django.db import connection, transaction
from django.db.models import Max, Q, QuerySet
from openskill.models import PlackettLuce, PlackettLuceRating

from games.models import Decision, Game, Seat
from leagues.models import Result

MODEL = PlackettLuce()


def rate() -> int:
    """Rate every game that is over and counts; return how many were rated.

    A game that comes to light late is put in its place: what ended after it is rated anew.
    """
    with transaction.atomic():
        _one_at_a_time()
        first = _unrated().first()
        if first is not None:
            _after(first).delete()
        games = list(_unrated())
        for game in games:
            Result.objects.bulk_create(_rated(game))
        return len(games)


def rate_again() -> int:
    """Forget all results and rate every game from the first on; return how many there are."""
    with transaction.atomic():
        _one_at_a_time()
        Result.objects.all().delete()
        return rate()


def _one_at_a_time() -> None:
    """Hold other raters off until the transaction ends; readers go on."""
    with connection.cursor() as cursor:
        cursor.execute("LOCK TABLE leagues_result IN SHARE ROW EXCLUSIVE MODE")


def _unrated() -> QuerySet[Game]:
    over = Game.objects.filter(status=Game.Status.OVER, is_rated=True, results=None)
    return over.order_by("ended_at", "pk")


def _after(game: Game) -> QuerySet[Result]:
    same = Q(ended_at=game.ended_at, game_id__gt=game.pk)
    return Result.objects.filter(same | Q(ended_at__gt=game.ended_at))


def _rated(game: Game) -> list[Result]:
    """Give the game's results with the ratings they lead to."""
    results = [*_sitting(game), *_departed(game)]
    before = _standing(game.ruleset, [result.person_id for result in results])
    teams = [[before.get(result.person_id, MODEL.rating())] for result in results]
    if len(teams) > 1:
        teams = MODEL.rate(teams, ranks=[float(result.ending) for result in results])
    for result, (rating,) in zip(results, teams, strict=True):
        result.mu, result.sigma = rating.mu, rating.sigma
    return results


def _standing(ruleset: str, people: Sequence[int]) -> Mapping[int, PlackettLuceRating]:
    """Give the last rating of each person who has one."""
    last = (
        Result.objects.filter(ruleset=ruleset, person__in=people)
        .order_by("person_id", "-ended_at", "-game_id")
        .distinct("person_id")
    )
    return {result.person_id: MODEL.rating(mu=result.mu, sigma=result.sigma) for result in last}


def _sitting(game: Game) -> Iterator[Result]:
    """Yield the results of those who sat at the table in the end."""
    for seat in game.seats.filter(person__isnull=False):
        if seat.has_won:
            ending = Result.Ending.WON
        else:
            ending = Result.Ending.LOST if game.winners else Result.Ending.DRAWN
        assert seat.person_id is not None
        yield _result(
            game, seat.person_id, ending, _silences(seat, game.ended_at),
            score=seat.score or 0, captured=seat.captured,
        )  # fmt: skip


def _departed(game: Game) -> Iterator[Result]:
    """Yield the results of those who left: a loss without points (CP6)."""
    for left in game.departures.select_related("seat").order_by("pk"):
        silences = _silences(left.seat, left.at)
        yield _result(game, left.person_id, Result.Ending.LEFT, silences, score=0, captured=0)


def _silences(seat: Seat, until: datetime | None) -> int:
    """Count the deadlines that went by at a seat in the time of its last person until then."""
    before = seat.departures.filter(at__lt=until).aggregate(last=Max("at"))["last"]
    silent = Decision.objects.filter(
        seat=seat, closed_by=Decision.ClosedBy.SILENCE, closed_at__lte=until
    )
    return silent.filter(closed_at__gt=before).count() if before else silent.count()


def _result(
    game: Game, person_id: int, ending: int, timeouts: int, *, score: int, captured: int
) -> Result:
    assert game.ended_at is not None
    return Result(
        game=game, person_id=person_id, ruleset=game.ruleset, ended_at=game.ended_at,
        ending=ending, score=score, captured=captured, timeouts=timeouts,
    )  # fmt: skip
