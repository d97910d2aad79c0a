"""Rates finished games in the order in which they ended, each person by rule set.

Sides are rated as teams: partners gain and lose together.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TypeAlias

from django.db import connection, transaction
from django.db.models import Exists, Max, OuterRef, Q, QuerySet
from openskill.models import PlackettLuce, PlackettLuceRating

from games.models import Decision, Departure, Game, Seat
from leagues.models import Result

MODEL = PlackettLuce()
BATCH = 500
Ratings: TypeAlias = Mapping[int, PlackettLuceRating]


@dataclass(frozen=True, slots=True)
class SeatResult:
    """A result in the making, and the seat at which it came about."""

    seat: Seat
    result: Result

    @property
    def person_id(self) -> int:
        return self.result.person_id

    @property
    def has_left(self) -> bool:
        return self.result.has_left


def rate_games(most: int = BATCH) -> int:
    """Rate finished games that count, ``most`` of them at a time; return how many were rated.

    A game that comes to light late is put in its place: what ended after it is rated again. What
    is left over is later than all that is rated, so that the next call goes on from there.
    """
    with transaction.atomic():
        _lock_results()
        _forget_annulled()
        first = _unrated_games().first()
        if first is not None:
            _results_after(first).delete()
        games = list(_unrated_games()[:most])
        for game in games:
            Result.objects.bulk_create(_rate_game(game))
        return len(games)


def _forget_annulled() -> None:
    """Forget what games have brought that count no more, and all that was built upon it."""
    gone = Game.objects.filter(status=Game.Status.ANNULLED, results__isnull=False)
    first = gone.order_by("ended_at", "pk").first()
    if first is not None:
        _results_after(first).delete()
        first.results.all().delete()


def rate_again() -> int:
    """Forget all results and rate every game from the first on; return how many there are."""
    with transaction.atomic():
        _lock_results()
        Result.objects.all().delete()
        return sum(iter(rate_games, 0))


def _lock_results() -> None:
    """Hold other raters off until the transaction ends; readers go on."""
    with connection.cursor() as cursor:
        cursor.execute("LOCK TABLE leagues_result IN SHARE ROW EXCLUSIVE MODE")


def _unrated_games() -> QuerySet[Game]:
    """Return what is to be rated, the earliest first; of a game that nobody is left of, nothing
    ever will be."""
    over = Game.objects.filter(status=Game.Status.OVER, is_rated=True, results=None)
    sat = Seat.objects.filter(game=OuterRef("pk"), person__isnull=False)
    left = Departure.objects.filter(game=OuterRef("pk"))
    return over.filter(Exists(sat) | Exists(left)).order_by("ended_at", "pk")


def _results_after(game: Game) -> QuerySet[Result]:
    same = Q(ended_at=game.ended_at, game_id__gt=game.pk)
    return Result.objects.filter(same | Q(ended_at__gt=game.ended_at))


def _rate_game(game: Game) -> list[Result]:
    """Return the game's results with the ratings they lead to."""
    shares = [*_seated_results(game), *_departure_results(game)]
    before = _last_ratings(game.ruleset, [one.person_id for one in shares])
    after = _updated_ratings(
        shares, {one.person_id: before.get(one.person_id, MODEL.rating()) for one in shares}
    )
    for one in shares:
        one.result.mu, one.result.sigma = after[one.person_id].mu, after[one.person_id].sigma
    return [one.result for one in shares]


def _updated_ratings(shares: Sequence[SeatResult], before: Ratings) -> Ratings:
    """Return everybody's rating after a game, in which each side is rated as one team."""
    sides = _rated_sides(shares)
    if len(sides) < 2:
        return before
    teams = [[_copy_rating(before[one.person_id]) for one in side] for side in sides]
    rated = MODEL.rate(teams, ranks=[float(side[0].result.place) for side in sides])
    return {
        one.person_id: rating
        for side, team in zip(sides, rated, strict=True)
        for one, rating in zip(_rated_members(side), team, strict=False)
    }


def _rated_sides(shares: Sequence[SeatResult]) -> list[list[SeatResult]]:
    """Return the sides that are rated. A person who left is on a side of their own, after all
    others, together with those who sat beside them, so that they are not thought weaker alone."""
    sides: dict[int | None, list[SeatResult]] = defaultdict(list)
    for one in shares:
        if not one.has_left:
            sides[one.seat.side].append(one)
    deserted = [
        [one, *(other for other in sides[one.seat.side] if other.seat != one.seat)]
        for one in shares
        if one.has_left
    ]
    return [*(side for side in sides.values() if side), *deserted]


def _copy_rating(rating: PlackettLuceRating) -> PlackettLuceRating:
    """Copy a rating: the model changes what it is given, and somebody may stand on two sides."""
    return MODEL.rating(mu=rating.mu, sigma=rating.sigma)


def _rated_members(side: Sequence[SeatResult]) -> Sequence[SeatResult]:
    """Return those of a side whose rating comes from it."""
    return side[:1] if side[0].has_left else side


def _last_ratings(ruleset: str, people: Sequence[int]) -> Mapping[int, PlackettLuceRating]:
    """Return the last rating of each person who has one."""
    last = (
        Result.objects.filter(ruleset=ruleset, person__in=people)
        .order_by("person_id", "-ended_at", "-game_id")
        .distinct("person_id")
    )
    return {result.person_id: MODEL.rating(mu=result.mu, sigma=result.sigma) for result in last}


def _seated_results(game: Game) -> Iterator[SeatResult]:
    """Yield the results of those who played at the table in the end."""
    for seat in game.seats.filter(person__isnull=False, stand_in=None):
        assert seat.person_id is not None
        assert seat.place is not None
        silences = _count_silences(seat, game.ended_at)
        result = _build_result(
            game, seat, seat.person_id, _seat_ending(game, seat), seat.place, silences
        )
        result.numbers = dict(seat.numbers)
        yield SeatResult(seat, result)


def _seat_ending(game: Game, seat: Seat) -> Result.Ending:
    """Say how a game ended for a seat: who shares the first place without a winner has drawn."""
    if seat.has_won:
        return Result.Ending.WON
    return Result.Ending.DRAWN if seat.place == 1 and not game.winners else Result.Ending.LOST


def _departure_results(game: Game) -> Iterator[SeatResult]:
    """Yield the results of those who left: a loss without points, behind all others (CP6)."""
    last = max(seat.place or 0 for seat in game.seats.all())
    for seat, person_id, at in _list_departures(game):
        silences, ending = _count_silences(seat, at), Result.Ending.LEFT
        yield SeatResult(seat, _build_result(game, seat, person_id, ending, last + 1, silences))


def _list_departures(game: Game) -> Iterator[tuple[Seat, int, datetime | None]]:
    """Yield who left a game, where and when; at its end also who had not come back while a bot
    stood in for them."""
    for left in game.departures.select_related("seat").order_by("pk"):
        yield left.seat, left.person_id, left.at
    for seat in game.seats.filter(person__isnull=False, stand_in__isnull=False):
        assert seat.person_id is not None
        yield seat, seat.person_id, game.ended_at


def _count_silences(seat: Seat, until: datetime | None) -> int:
    """Count the deadlines that went by at a seat in the time of its last person until then."""
    before = seat.departures.filter(at__lt=until).aggregate(last=Max("at"))["last"]
    silent = Decision.objects.filter(
        seat=seat, closed_by=Decision.ClosedBy.SILENCE, closed_at__lte=until
    )
    return silent.filter(closed_at__gt=before).count() if before else silent.count()


def _build_result(
    game: Game, seat: Seat, person_id: int, ending: Result.Ending, place: int, timeouts: int
) -> Result:
    assert game.ended_at is not None
    assert seat.side is not None
    return Result(
        game=game, person_id=person_id, ruleset=game.ruleset, ended_at=game.ended_at,
        ending=ending, side=seat.side, place=place, timeouts=timeouts,
    )  # fmt: skip
