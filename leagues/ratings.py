"""Rates finished games in the order in which they ended, each person by rule set.

Sides are rated as teams: partners gain and lose together. Who has not played for long comes to a
game with more doubt than they left the last one with. Games are rated in slices. A game that
comes to light late or is annulled makes those due that its players played next, and so on, and
nothing of it is shown before no game of the rule set is due.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, TypeAlias

import structlog
from billiard.exceptions import SoftTimeLimitExceeded
from django.db import connection, transaction
from django.db.models import Q, QuerySet

from games.models import Game
from leagues import standings
from leagues.game_results import SeatResult, add_timeouts, read_results
from leagues.growing_doubt import DatedRating
from leagues.last_ratings import ratings_before
from leagues.meetings import Meetings, meetings_before, season_of
from leagues.models import RESULT_FIELDS, QueuedGame, Result, StagedResult
from leagues.plackett_luce import NEWCOMER, Rating, move_rating, rate_teams
from mail import failpoints

log = structlog.get_logger()

SLICE = 500
FIELDS = ", ".join(RESULT_FIELDS)
Ratings: TypeAlias = Mapping[int, Rating]
DatedRatings: TypeAlias = Mapping[int, DatedRating]
Moment: TypeAlias = tuple[datetime, int]  # when a game ended, and its number

QUEUE_ALL = """
    INSERT INTO leagues_queuedgame (game_id, ruleset, ended_at, is_done)
    SELECT id, ruleset, ended_at, false FROM games_game
    WHERE status = 'over' AND is_rated OR id IN (SELECT game_id FROM leagues_result)
    ON CONFLICT (game_id) DO UPDATE SET is_done = false
"""
# The next game of each of these people is rated again, whether it is shown or staged.
NEXT = """
    (SELECT game_id, ended_at FROM {table} WHERE ruleset = %(ruleset)s AND person_id = person
        AND (ended_at, game_id) > (%(at)s, %(game)s) ORDER BY ended_at, game_id LIMIT 1)
"""
QUEUE_NEXT = f"""
    INSERT INTO leagues_queuedgame (game_id, ruleset, ended_at, is_done)
    SELECT DISTINCT ON (game_id) game_id, %(ruleset)s, ended_at, false
    FROM unnest(%(people)s::bigint[]) AS person CROSS JOIN LATERAL (
        {NEXT.format(table="leagues_result")} UNION ALL {NEXT.format(table="leagues_stagedresult")}
    ) AS next
    ON CONFLICT (game_id) DO UPDATE SET is_done = false
"""
# All rows as one value: for 500 games bulk_create takes a second.
INSERT_STAGED = f"""
    INSERT INTO leagues_stagedresult ({FIELDS})
    SELECT {FIELDS} FROM jsonb_populate_recordset(NULL::leagues_stagedresult, %s)
"""


def rate_games() -> int:
    """Bring the league up to date; return how many games were rated."""
    return sum(rate_slices())


def rate_again() -> int:
    """Rate every game from the first on, and add up all standings; return how many games were
    rated. What is shown stays until all is done."""
    with connection.cursor() as cursor:
        cursor.execute(QUEUE_ALL)
    rated = rate_games()
    with transaction.atomic():
        _lock_results()
        standings.rebuild_standings()
    return rated


def rate_slices(most: int = SLICE) -> Iterator[int]:
    """Rate what is due, ``most`` games at a time, and show it when nothing is due any more; yield
    how many games were rated after each transaction.

    A rule set that fails is logged and left to the next call.
    """
    failed: set[str] = set()
    while rulesets := sorted(_queued_rulesets() - failed):
        # Each has a turn, so that none waits while all of another is rated again.
        for ruleset in rulesets:
            rated = _try_slice(ruleset, most)
            if rated is None:
                failed.add(ruleset)
            yield rated or 0


def _queued_rulesets() -> set[str]:
    return set(QueuedGame.objects.values_list("ruleset", flat=True).distinct())


def _try_slice(ruleset: str, most: int) -> int | None:
    """Rate a slice; return how many games were rated, None if that failed."""
    try:
        return _rate_slice(ruleset, most)
    except SoftTimeLimitExceeded:
        raise
    # One rule set that cannot be rated must not keep the others from their turn.
    except Exception:
        log.exception("a league cannot be rated", ruleset=ruleset)
        return None


def _rate_slice(ruleset: str, most: int) -> int:
    with transaction.atomic():
        _lock_results()
        asked = QueuedGame.objects.filter(ruleset=ruleset, is_done=False)
        # Locked before its game is read: an annulment waits, and then makes it due again.
        due = list(asked.select_for_update().order_by("ended_at", "game")[:most])
        if due:
            return _rate_due(due, most)
        standings.publish_results(ruleset)
        return 0


def _lock_results() -> None:
    """Hold other raters off until the transaction ends; readers go on."""
    with connection.cursor() as cursor:
        cursor.execute("LOCK TABLE leagues_result IN SHARE ROW EXCLUSIVE MODE")


def _rate_due(due: Sequence[QueuedGame], most: int) -> int:
    """Rate the first games that are due, and what follows from them in the same slice."""
    ruleset, asked = due[0].ruleset, {one.pk for one in due}
    games = _slice_games(due, most)
    results, stored = read_results(games), _stored_ratings(games)
    people = {person for ratings in stored.values() for person in ratings}
    people |= {one.person_id for played in results.values() for one in played}
    circles = [[one.person_id for one in played] for played in results.values()]
    chain = Chain(ratings_before(due[0], people), meetings_before(due[0], circles))
    rated = [
        game
        for game in games
        if chain.add_game(results.get(game.pk, ()), stored[game.pk], is_due=game.pk in asked)
    ]
    _store_results(ruleset, rated, results)
    QueuedGame.objects.filter(pk__in=asked.intersection(game.pk for game in games)).update(
        is_done=True
    )
    _queue_next(ruleset, chain.moved_people(), _moment(games[-1]))
    return sum(1 for game in rated if results.get(game.pk))


def _slice_games(due: Sequence[QueuedGame], most: int) -> list[Game]:
    """Return all games from the first that is due on, up to ``most``, in the order in which they
    ended; those annulled only where they are due."""
    first = due[0]
    same = Q(ended_at=first.ended_at, pk__gte=first.pk)
    counted = Game.objects.filter(
        same | Q(ended_at__gt=first.ended_at),
        ruleset=first.ruleset,
        status=Game.Status.OVER,
        is_rated=True,
    )
    # The bound stands there twice: an index knows the one without the number of the game.
    counted = counted.filter(ended_at__gte=first.ended_at)
    over = list(_select_fields(counted).order_by("ended_at", "pk")[:most])
    others = _select_fields(Game.objects.filter(pk__in=[one.pk for one in due]))
    ends = [_moment(over[-1])] if len(over) == most else []
    ends += [(due[-1].ended_at, due[-1].pk)] if len(due) == most else []
    games = {game.pk: game for game in (*over, *others)}
    return sorted(
        (game for game in games.values() if not ends or _moment(game) <= min(ends)), key=_moment
    )


def _select_fields(games: QuerySet[Game]) -> QuerySet[Game]:
    return games.only("ruleset", "status", "is_rated", "ended_at", "winners")


def _moment(game: Game) -> Moment:
    assert game.ended_at is not None
    return game.ended_at, game.pk


def _stored_ratings(games: Sequence[Game]) -> Mapping[int, DatedRatings]:
    """Return what each game has made of ratings by now: as it is staged, or else as it is
    shown."""
    found: dict[int, dict[int, DatedRating]] = {game.pk: {} for game in games}
    for model in (Result, StagedResult):
        by_game: dict[int, dict[int, DatedRating]] = defaultdict(dict)
        rows = model.objects.filter(game__in=found)
        fields = "game", "person", "mu", "sigma", "ended_at"
        for game, person, mu, sigma, ended_at in rows.values_list(*fields):
            by_game[game][person] = DatedRating(Rating(mu, sigma), ended_at)
        found |= by_game
    return found


class Chain:
    """The ratings of people, from game to game: as they come out now, and as they are stored; and
    how often they have met.

    Both are compared with their dates: a last game that is another one, though it has moved nobody,
    lets doubt grow for another while until the next.
    """

    def __init__(self, before: DatedRatings, meetings: Meetings) -> None:
        self.current, self.stored = dict(before), dict(before)
        self.meetings = meetings

    def add_game(self, played: Sequence[SeatResult], stored: DatedRatings, *, is_due: bool) -> bool:
        """Go on by a game; return whether it had to be rated."""
        is_rated = is_due or not self.moved_people().isdisjoint(stored)
        self.current |= self._rate_game(played) if is_rated else stored
        self.stored |= stored
        self._count_meetings(played)
        return is_rated

    def _rate_game(self, results: Sequence[SeatResult]) -> DatedRatings:
        """Set what a game makes of the rating of each person, and return it."""
        before = {one.person_id: self._rating_before(one) for one in results}
        full = _updated_ratings(results, before)
        after = {
            person: move_rating(before[person], full[person], weight)
            for person, weight in self._weigh_game(results).items()
        }
        for one in results:
            one.result.mu, one.result.sigma = after[one.person_id]
        return {
            one.person_id: DatedRating(after[one.person_id], one.result.ended_at) for one in results
        }

    def _rating_before(self, one: SeatResult) -> Rating:
        """Return the rating with which somebody has come to the end of a game."""
        last = self.current.get(one.person_id)
        return last.rating_at(one.result.ended_at) if last else NEWCOMER

    def _weigh_game(self, results: Sequence[SeatResult]) -> Mapping[int, float]:
        """Return how much a game counts for each person, by how often they have met the others; for
        people nothing, if a program played in it."""
        circle = [one.person_id for one in results]
        return {
            one.person_id: 0.0
            if self.meetings.is_apart(one.person_id, circle)
            else self.meetings.weigh(
                season_of(one.result.ended_at), one.person_id, _opponents(one, results)
            )
            for one in results
        }

    def _count_meetings(self, results: Sequence[SeatResult]) -> None:
        if results:
            people = [one.person_id for one in results]
            self.meetings.add_game(season_of(results[0].result.ended_at), people)

    def moved_people(self) -> set[int]:
        """Return those whose rating, or its date, is not what their next game was rated by."""
        everybody = self.current.keys() | self.stored.keys()
        return {one for one in everybody if self.current.get(one) != self.stored.get(one)}


def _updated_ratings(results: Sequence[SeatResult], before: Ratings) -> Ratings:
    """Return everybody's rating after a game, in which each side is rated as one team."""
    sides = _rated_sides(results)
    if len(sides) < 2:
        return before
    teams = [[before[one.person_id] for one in side] for side in sides]
    rated = rate_teams(teams, [side[0].result.place for side in sides])
    return {
        one.person_id: rating
        for side, team in zip(sides, rated, strict=True)
        for one, rating in zip(_rated_members(side), team, strict=False)
    }


def _opponents(one: SeatResult, results: Sequence[SeatResult]) -> list[int]:
    """Return the people on other sides than somebody's."""
    return [other.person_id for other in results if other.seat.side != one.seat.side]


def _rated_sides(results: Sequence[SeatResult]) -> list[list[SeatResult]]:
    """Return the sides that are rated. A person who left is on a side of their own, after all
    others, together with those who sat beside them, so that they are not thought weaker alone."""
    sides: dict[int | None, list[SeatResult]] = defaultdict(list)
    for one in results:
        if not one.has_left:
            sides[one.seat.side].append(one)
    deserted = [
        [one, *(other for other in sides[one.seat.side] if other.seat != one.seat)]
        for one in results
        if one.has_left
    ]
    return [*(side for side in sides.values() if side), *deserted]


def _rated_members(side: Sequence[SeatResult]) -> Sequence[SeatResult]:
    """Return those of a side whose rating comes from it."""
    return side[:1] if side[0].has_left else side


def _store_results(
    ruleset: str, games: Sequence[Game], results: Mapping[int, list[SeatResult]]
) -> None:
    """Have the results of games that were rated wait until they are shown."""
    numbers = [game.pk for game in games]
    StagedResult.objects.filter(game__in=numbers).delete()
    failpoints.hit("half_rated")
    fresh = [one for number in numbers for one in results.get(number, ())]
    add_timeouts(fresh)
    # Those that are there stay as they are: one may have become due again meanwhile.
    QueuedGame.objects.bulk_create(
        [
            QueuedGame(game=game, ruleset=ruleset, ended_at=_moment(game)[0], is_done=True)
            for game in games
        ],
        ignore_conflicts=True,
    )
    rows = [{name: getattr(one.result, name) for name in RESULT_FIELDS} for one in fresh]
    with connection.cursor() as cursor:
        cursor.execute(INSERT_STAGED, [json.dumps(rows, default=datetime.isoformat)])


def _queue_next(ruleset: str, people: Collection[int], after: Moment) -> None:
    """Make the next game of each of these people due."""
    given: dict[str, Any] = {"ruleset": ruleset, "people": list(people)}
    given |= {"at": after[0], "game": after[1]}
    with connection.cursor() as cursor:
        cursor.execute(QUEUE_NEXT, given)
