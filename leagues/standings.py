"""The league table of a rule set, for all time or one season, and what a player has done."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any

from django.db.models import (
    Count,
    F,
    FilteredRelation,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
    Sum,
    Window,
)
from django.db.models.functions import RowNumber

from accounts.models import Person
from leagues.models import Result

SURE = 3
RATING = F("mu") - SURE * F("sigma")
FORM = 5
NEWEST = ("-ended_at", "-game_id")
SORTS = ("rating", "games", "wins", "score", "captured", "timeouts", "name")


def results(ruleset: str, season: int | None) -> QuerySet[Result]:
    """Select the results of a rule set, of one calendar year (UTC) if ``season`` is given."""
    chosen = Result.objects.filter(ruleset=ruleset)
    return chosen.filter(ended_at__year=season) if season else chosen


def table(chosen: QuerySet[Result], sort: str) -> QuerySet[Any, Any]:
    """Give one row a person, sorted by one of ``SORTS``: the most first, names from A.

    ``rating`` is the one after the person's last chosen game, three deviations below the
    estimate: what the person almost surely is worth. ``score`` are win points.
    """
    last = chosen.filter(person=OuterRef("person")).order_by(*NEWEST)
    rows = chosen.values("person", name=F("person__name"), is_house=F("person__is_house")).annotate(
        rating=Subquery(last.values(ordinal=RATING)[:1]),
        games=Count("pk"),
        wins=Count("pk", filter=Q(ending=Result.Ending.WON)),
        score=Sum("score"),
        captured=Sum("captured"),
        timeouts=Sum("timeouts"),
    )
    return rows.order_by(*(["name"] if sort == "name" else [f"-{sort}", "-rating", "name"]))


def form(chosen: QuerySet[Result], people: Iterable[int]) -> Mapping[int, list[Result]]:
    """Give the last five chosen results of each person, the newest last."""
    place = Window(RowNumber(), partition_by=F("person"), order_by=["-ended_at", "-game_id"])
    recent = chosen.filter(person__in=people).annotate(place=place).filter(place__lte=FORM)
    last: dict[int, list[Result]] = defaultdict(list)
    for result in recent.order_by("ended_at", "game_id"):
        last[result.person_id].append(result)
    return last


def form_of(person: Person, ruleset: str) -> list[Result]:
    """Give a person's last five results in a rule set, the newest last."""
    return form(results(ruleset, None), [person.pk])[person.pk]


def seasons(ruleset: str) -> list[int]:
    """Give the years in which games of a rule set ended, the newest first."""
    days = Result.objects.filter(ruleset=ruleset).dates("ended_at", "year", order="DESC")
    return [day.year for day in days]


def ratings(person: Person) -> QuerySet[Any]:
    """Give the last result in every rule set the person has played, with its ``rating``."""
    last = person.results.order_by("ruleset", *NEWEST).distinct("ruleset")
    return last.annotate(rating=RATING)


def opponents(person: Person) -> QuerySet[Any, Any]:
    """Give one row for each person met in a rated game: games, how often ahead and behind."""
    mine = FilteredRelation("game__results", condition=Q(game__results__person=person))
    met = Result.objects.exclude(person=person).annotate(mine=mine).filter(mine__isnull=False)
    rows = met.values("person", name=F("person__name"), is_house=F("person__is_house")).annotate(
        games=Count("pk"),
        ahead=Count("pk", filter=Q(mine__ending__lt=F("ending"))),
        behind=Count("pk", filter=Q(mine__ending__gt=F("ending"))),
    )
    return rows.order_by("-games", "name")
