"""The league of one rule set or of all, for all time or a season, and what a player has done."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from django.contrib.postgres.expressions import ArraySubquery
from django.db import connections
from django.db.models import (
    Count,
    Exists,
    F,
    FilteredRelation,
    IntegerField,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
)
from django.db.models.expressions import OrderBy
from django.db.models.fields.json import KeyTextTransform
from django.db.models.functions import Cast, Coalesce, Lower

from accounts import deleted_user, newcomers
from accounts.models import Person
from conquest import registry
from conquest.core import Column
from db.postgres.standby import reading_alias
from games.fenced import OneOf
from games.models import Game, Seat
from games.paging import MOST, Page, paginate
from leagues import scale
from leagues.growing_doubt import DatedRating, grow_sigma
from leagues.models import LeagueStanding, Result
from leagues.plackett_luce import NEWCOMER, Rating

PAGE = 50
FORM = 5
NEWEST = ("-ended_at", "-game_id")
COUNTED = ("games", "wins", "draws", "timeouts")
ALL, ALL_TIME = "", 0
SEASONS = """
    WITH of_league AS NOT MATERIALIZED (
        SELECT season FROM leagues_leaguestanding WHERE ruleset = %(ruleset)s
    )
    SELECT year FROM generate_series(
        (SELECT min(season) FROM of_league WHERE season > 0)::int,
        (SELECT max(season) FROM of_league)::int
    ) AS year
    CROSS JOIN LATERAL (SELECT FROM of_league WHERE season = year LIMIT 1) AS played
    ORDER BY year DESC
"""


@dataclass(frozen=True, slots=True)
class RatingChange:
    """A result with the rating ``before`` it and ``after`` it, as they are shown."""

    result: Result
    before: int
    after: int

    @property
    def difference(self) -> int:
        return self.after - self.before


def listed_players() -> QuerySet[Person]:
    """Select the people who have a page: those with a confirmed address and an open account, and
    former players, since others have played with them. Nobody has played with a guest."""
    is_former = Q(name__startswith=deleted_user.MARK)
    listed = Q(is_active=True, is_guest=False) | is_former
    return newcomers.confirmed_people().filter(listed)


def table_page(
    ruleset: str, season: int, sort: str, asked: str, *, of_house: bool = False
) -> Page[LeagueStanding]:
    """Return a page of a league in a season: of people, or of house players and bots. Sorted by
    anything but its rank, the league ends after ``MOST`` rows."""
    rows = sort_rows(ruleset, season, sort, of_house=of_house)
    if sort != rank_column(ruleset):
        rows = rows[:MOST]  # the last pages would read all rows before them
    # Their numbers stand in the index; the rows of all pages before it would be read for nothing.
    page = paginate(rows.values_list("person", flat=True), asked, PAGE)
    standings = LeagueStanding.objects.filter(ruleset=ruleset, season=season)
    found = standings.filter(person__in=page.rows).select_related("person")
    by_person = {row.person_id: row for row in found}
    return page.with_rows(by_person[person] for person in page.rows if person in by_person)


def sort_rows(
    ruleset: str, season: int, sort: str, *, of_house: bool = False
) -> QuerySet[LeagueStanding]:
    """Return the rows of people, or of house players and bots, in a league and a season, sorted by
    one of its numbers: the most first, who is level by rating or, in ``ALL`` games, by wins; names
    from A. By an own column of a game the ``MOST`` who lead are sorted: it has no index."""
    rows = LeagueStanding.objects.filter(ruleset=ruleset, season=season)
    # There are few of them, with indexes: the rows of people are read past theirs.
    machines = Person.objects.filter(Q(is_house=True) | Q(is_program=True))
    house = OneOf("person", machines.values("pk"))
    rows = rows.filter(house) if of_house else rows.exclude(house)
    if is_own_column(sort, ruleset):
        leading = rows.order_by("-ranking", "person")[:MOST]
        rows = LeagueStanding.objects.filter(OneOf("pk", leading.values("pk")))
    return rows.order_by(*_sort_order(sort, ruleset))


def _sort_order(sort: str, ruleset: str) -> tuple[str | OrderBy | Lower, ...]:
    if sort == "name":
        return (Lower("person__name"),)  # people have an index by it
    if sort == "rating":
        return "-ranking", "person"
    most = _column_total(sort).desc() if is_own_column(sort, ruleset) else f"-{sort}"
    return most, "-ranking", "person"


def rank_column(ruleset: str) -> str:
    """Return the column that a league is sorted by unless another is asked for."""
    return "rating" if ruleset else "wins"


def is_own_column(sort: str, ruleset: str) -> bool:
    """Whether a column is one of a game's own."""
    return any(column.name == sort for column in lasting_columns(ruleset))


def _column_total(column: str) -> Coalesce:
    return Coalesce(Cast(KeyTextTransform(column, "numbers"), IntegerField()), 0)


def lasting_columns(ruleset: str) -> tuple[Column, ...]:
    """Return the numbers that a game keeps of every seat when it is over; ``ALL`` has none."""
    told = registry.get_ruleset(ruleset).telling.columns if ruleset else ()
    return tuple(column for column in told if column.lasting)


def forms_by_person(
    ruleset: str, season: int, people: Collection[int]
) -> Mapping[int, Sequence[Result]]:
    """Return how the last five games of each person in a league ended, the newest last; the
    results hold nothing else."""
    # One search for each person in the index: a window would read all they ever played.
    chosen = league_results(ruleset, season).filter(person=OuterRef("pk")).order_by(*NEWEST)
    rows = Person.objects.filter(pk__in=people).annotate(
        endings=ArraySubquery(chosen.values("ending")[:FORM])
    )
    return {
        person: [Result(ending=ending) for ending in reversed(endings)]
        for person, endings in rows.values_list("pk", "endings")
    }


def league_results(ruleset: str, season: int) -> QuerySet[Result]:
    """Select the results of a rule set, or of ``ALL``, in a season."""
    chosen = Result.objects.filter(ruleset=ruleset) if ruleset else Result.objects.all()
    if season == ALL_TIME:
        return chosen
    began, ends = (datetime(year, 1, 1, tzinfo=UTC) for year in (season, season + 1))
    return chosen.filter(ended_at__gte=began, ended_at__lt=ends)


def person_form(person: Person, ruleset: str) -> Sequence[Result]:
    """Return how a person's last five games of a rule set ended, the newest last."""
    return forms_by_person(ruleset, ALL_TIME, [person.pk])[person.pk]


def ratings_over_time(person: Person, ruleset: str) -> Sequence[DatedRating]:
    """Return a person's rating after each of their last ``MOST`` games of a rule set, the newest
    last."""
    results = league_results(ruleset, ALL_TIME).filter(person=person).order_by(*NEWEST)
    rows = results.values_list("mu", "sigma", "ended_at")[:MOST]
    return [DatedRating(Rating(mu, sigma), ended_at) for mu, sigma, ended_at in reversed(rows)]


def played_rulesets(season: int, people: Collection[int]) -> Mapping[int, list[str]]:
    """Return the rule sets each person has played in a season, the most played first."""
    rows = LeagueStanding.objects.filter(person__in=people, season=season).exclude(ruleset=ALL)
    found: dict[int, list[str]] = defaultdict(list)
    for person, ruleset in rows.order_by("-games", "ruleset").values_list("person", "ruleset"):
        found[person].append(ruleset)
    return found


def season_years(ruleset: str) -> list[int]:
    """Return the years in which games of a rule set, or of ``ALL``, ended, the newest first."""
    # DISTINCT would read the whole league; each year is one look at the index.
    with connections[reading_alias()].cursor() as cursor:
        cursor.execute(SEASONS, {"ruleset": ruleset})
        return [year for (year,) in cursor.fetchall()]


def current_ratings(person: Person) -> QuerySet[LeagueStanding]:
    """Return how a person stands in every rule set they have played."""
    rows = person.standings.filter(season=ALL_TIME).exclude(ruleset=ALL)
    return rows.order_by("ruleset")


def rating_now(standing: LeagueStanding, now: datetime) -> Rating:
    """Return the rating of a standing in a rule set, with the doubt that has grown by now."""
    assert standing.mu is not None
    assert standing.sigma is not None
    if standing.grows_from is None:
        return Rating(standing.mu, standing.sigma)
    return Rating(standing.mu, grow_sigma(standing.sigma, standing.grows_from, now))


def rating_changes(game: Game) -> list[RatingChange]:
    """Return what a game has made of the ratings of all who played it."""
    same = Q(ended_at=OuterRef("ended_at"), game_id__lt=OuterRef("game_id"))
    earlier = Result.objects.filter(ruleset=OuterRef("ruleset"), person=OuterRef("person"))
    earlier = earlier.filter(same | Q(ended_at__lt=OuterRef("ended_at"))).order_by(*NEWEST)
    before = Coalesce(Subquery(earlier.values("mu")[:1]), NEWCOMER.mu)
    rated = game.results.select_related("person").annotate(before=before)
    return [
        RatingChange(one, scale.rating_estimate(one.before), scale.rating_estimate(one.mu))
        for one in rated.order_by("place", "pk")
    ]


def games_visible_to(viewer: Person | None, key: str) -> Q:
    """Select the games of which somebody may hear: all but the private ones of others.

    ``key`` is what rows call their game, "pk" for games themselves.
    """
    public = Q(is_private=False) if key == "pk" else Q(**{f"{key}__is_private": False})
    if viewer is None:
        return public
    # Asked of private games alone, one by one: a list of all one's games would be made for a few.
    return public | Q(Exists(Seat.objects.filter(game=OuterRef(key), person=viewer)))


def opponent_rows(
    person: Person, ruleset: str = ALL, viewer: Person | None = None
) -> QuerySet[Any, Any]:
    """Return one row for each person played against in a rated game: games, how often ahead,
    level and behind. Who played on the same side was no opponent; private games count
    only where ``viewer`` was in them. Of somebody with more than ``MOST`` results, the newest are
    looked at."""
    newest = league_results(ruleset, ALL_TIME).filter(person=person).order_by(*NEWEST)
    mine = FilteredRelation("game__results", condition=Q(game__results__person=person))
    met = Result.objects.filter(OneOf("game", newest.values("game")[:MOST]))
    met = met.filter(games_visible_to(viewer, "game")).exclude(person=person)
    met = met.annotate(mine=mine)
    met = met.filter(Q(mine__side__lt=F("side")) | Q(mine__side__gt=F("side")))
    rows = met.values("person", name=F("person__name"), is_house=F("person__is_house")).annotate(
        games=Count("pk"),
        ahead=Count("pk", filter=Q(mine__place__lt=F("place"))),
        level=Count("pk", filter=Q(mine__place=F("place"))),
        behind=Count("pk", filter=Q(mine__place__gt=F("place"))),
    )
    return rows.order_by("-games", "name")
