"""The league of one rule set or of all, for all time or a season, and what a player has done."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import (
    Count,
    F,
    FilteredRelation,
    IntegerField,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
    Sum,
    Window,
)
from django.db.models.fields.json import KeyTextTransform
from django.db.models.functions import Cast, Coalesce, RowNumber

from accounts import deleted_user, newcomers
from accounts.models import Person
from conquest import registry
from conquest.core import Column
from games.models import Game, Seat
from leagues import scale
from leagues.models import Result

SURE = 3
RATING = F("mu") - SURE * F("sigma")
FORM = 5
NEWEST = ("-ended_at", "-game_id")
COUNTED = ("games", "wins", "draws", "timeouts")
ALL = ""


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
    former players, since others have played with them."""
    is_former = Q(name__startswith=deleted_user.MARK)
    return newcomers.confirmed_people().filter(Q(is_active=True) | is_former)


def league_results(ruleset: str, season: int | None) -> QuerySet[Result]:
    """Select the results of a rule set, or of ``ALL``, and of one calendar year (UTC) if
    ``season`` is given."""
    chosen = Result.objects.filter(ruleset=ruleset) if ruleset else Result.objects.all()
    return chosen.filter(ended_at__year=season) if season else chosen


def lasting_columns(ruleset: str) -> tuple[Column, ...]:
    """Return the numbers that a game keeps of every seat when it is over; ``ALL`` has none."""
    told = registry.get_ruleset(ruleset).telling.columns if ruleset else ()
    return tuple(column for column in told if column.lasting)


def total_name(column: Column) -> str:
    """Return under which name the sum of a column stands in a row of the table."""
    return f"total_{column.name}"


def table_rows(chosen: QuerySet[Result], sort: str, ruleset: str) -> QuerySet[Any, Any]:
    """Return one row a person, sorted by one of its numbers: the most first, names from A.

    Each row has what is ``COUNTED``, and in the league of one rule set its columns added up and
    the rating after the person's last chosen game (``last_mu``, ``last_sigma``). Sorted by
    ``rating``, that is by three deviations below the estimate, stands first who almost surely is
    worth most.
    """
    rows = chosen.values("person", name=F("person__name"), is_house=F("person__is_house"))
    rows = rows.annotate(
        games=Count("pk"),
        wins=Count("pk", filter=Q(ending=Result.Ending.WON)),
        draws=Count("pk", filter=Q(ending=Result.Ending.DRAWN)),
        timeouts=Sum("timeouts"),
    )
    if ruleset:
        last = chosen.filter(person=OuterRef("person")).order_by(*NEWEST)
        rows = rows.annotate(
            rating=Subquery(last.values(ordinal=RATING)[:1]),
            last_mu=Subquery(last.values("mu")[:1]),
            last_sigma=Subquery(last.values("sigma")[:1]),
        )
        rows = rows.annotate(
            **{total_name(one): _column_sum(one.name) for one in lasting_columns(ruleset)}
        )
    return rows.order_by(*_sort_order(sort, "rating" if ruleset else "wins"))


def _sort_order(sort: str, then: str) -> list[str]:
    return ["name"] if sort == "name" else [f"-{sort}", f"-{then}", "name"]


def _column_sum(column: str) -> Coalesce:
    """Return the sum of a number that the game counts; who left a game has none."""
    number = Cast(KeyTextTransform(column, "numbers"), IntegerField())
    return Coalesce(Sum(number), 0)


def forms_by_person(chosen: QuerySet[Result], people: Iterable[int]) -> Mapping[int, list[Result]]:
    """Return the last five chosen results of each person, the newest last."""
    nth = Window(RowNumber(), partition_by=F("person"), order_by=["-ended_at", "-game_id"])
    recent = chosen.filter(person__in=people).annotate(nth=nth).filter(nth__lte=FORM)
    last: dict[int, list[Result]] = defaultdict(list)
    for result in recent.order_by("ended_at", "game_id"):
        last[result.person_id].append(result)
    return last


def person_form(person: Person, ruleset: str) -> list[Result]:
    """Return a person's last five results in a rule set, the newest last."""
    return forms_by_person(league_results(ruleset, None), [person.pk])[person.pk]


def played_rulesets(chosen: QuerySet[Result], people: Iterable[int]) -> Mapping[int, list[str]]:
    """Return the rule sets each person has played, the most played first."""
    counted = chosen.filter(person__in=people).values_list("person", "ruleset")
    found: dict[int, list[str]] = defaultdict(list)
    for person, ruleset, _games in counted.annotate(games=Count("pk")).order_by(
        "-games", "ruleset"
    ):
        found[person].append(ruleset)
    return found


def season_years(ruleset: str) -> list[int]:
    """Return the years in which games of a rule set, or of ``ALL``, ended, the newest first."""
    days = league_results(ruleset, None).dates("ended_at", "year", order="DESC")
    return [day.year for day in days]


def current_ratings(person: Person) -> QuerySet[Any]:
    """Return the last result in every rule set the person has played."""
    return person.results.order_by("ruleset", *NEWEST).distinct("ruleset")


def rating_changes(game: Game) -> list[RatingChange]:
    """Return what a game has made of the ratings of all who played it."""
    same = Q(ended_at=OuterRef("ended_at"), game_id__lt=OuterRef("game_id"))
    earlier = Result.objects.filter(ruleset=OuterRef("ruleset"), person=OuterRef("person"))
    earlier = earlier.filter(same | Q(ended_at__lt=OuterRef("ended_at"))).order_by(*NEWEST)
    before = Coalesce(Subquery(earlier.values("mu")[:1]), scale.NEWCOMER.mu)
    rated = game.results.select_related("person").annotate(before=before)
    return [
        RatingChange(one, scale.rating_estimate(one.before), scale.rating_estimate(one.mu))
        for one in rated.order_by("place", "pk")
    ]


def games_visible_to(viewer: Person | None, of: str = "game__") -> Q:
    """Select the games of which somebody may hear: all but the private ones of others."""
    public = Q(**{f"{of}is_private": False})
    if viewer is None:
        return public
    own = Seat.objects.filter(person=viewer).values("game")
    return public | Q(**{f"{of}pk__in": own})


def opponent_rows(
    person: Person, ruleset: str = ALL, viewer: Person | None = None
) -> QuerySet[Any, Any]:
    """Return one row for each person played against in a rated game: games, how often ahead,
    level and behind. Who played on the same side was no opponent; private games count
    only where ``viewer`` was in them."""
    mine = FilteredRelation("game__results", condition=Q(game__results__person=person))
    met = league_results(ruleset, None).filter(games_visible_to(viewer)).exclude(person=person)
    met = met.annotate(mine=mine)
    met = met.filter(Q(mine__side__lt=F("side")) | Q(mine__side__gt=F("side")))
    rows = met.values("person", name=F("person__name"), is_house=F("person__is_house")).annotate(
        games=Count("pk"),
        ahead=Count("pk", filter=Q(mine__place__lt=F("place"))),
        level=Count("pk", filter=Q(mine__place=F("place"))),
        behind=Count("pk", filter=Q(mine__place__gt=F("place"))),
    )
    return rows.order_by("-games", "name")
