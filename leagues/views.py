"""The league's pages: the table and a player's page."""

from __future__ import annotations

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import Person
from conquest import registry
from games.models import Game
from leagues import standings
from leagues.models import Result

PAGE = 50
RECENT = 20
TITLES = {
    "name": _("Player"),
    "rating": _("Rating"),
    "games": _("Games"),
    "wins": _("Wins"),
    "score": _("Win points"),
    "captured": _("Captures"),
    "timeouts": _("Timeouts"),
}


def league(request: HttpRequest, slug: str = "") -> HttpResponse:
    """Show the league table of a rule set: all time, or the season asked for."""
    rule_sets = _rule_sets()
    slug = slug or next(iter(rule_sets))
    if slug not in rule_sets:
        raise Http404
    seasons = standings.seasons(slug)
    season = _season(request, seasons)
    sort = request.GET.get("sort", "")
    sort = sort if sort in TITLES else "rating"
    chosen = standings.results(slug, season)
    page = Paginator(standings.table(chosen, sort), PAGE).get_page(request.GET.get("page"))
    form = standings.form(chosen, [row["person"] for row in page.object_list])
    rows = [row | {"form": form[row["person"]]} for row in page.object_list]
    context = {
        "here": "league",
        "slug": slug,
        "rule_sets": rule_sets,
        "seasons": seasons,
        "season": season,
        "sort": sort,
        "sorted_by": TITLES[sort],
        "titles": TITLES,
        "page": page,
        "rows": rows,
        "endings": [(Result(ending=one).letter, one.label) for one in Result.Ending],
    }
    return render(request, "leagues/league.html", context)


def player(request: HttpRequest, pk: int) -> HttpResponse:
    """Show who a player is: ratings, games, form, and whom he has met."""
    person = get_object_or_404(Person, pk=pk, is_active=True)
    played = Game.objects.filter(seats__person=person, is_private=False)
    rule_sets = _rule_sets()
    context = {
        "person": person,
        "ratings": [
            (rule_sets[last.ruleset], last, standings.form_of(person, last.ruleset))
            for last in standings.ratings(person)
        ],
        "running": played.filter(status=Game.Status.RUNNING).order_by("-started_at")[:RECENT],
        "finished": person.results.filter(game__is_private=False)
        .select_related("game")
        .order_by(*standings.NEWEST)[:RECENT],
        "opponents": standings.opponents(person)[:RECENT],
    }
    return render(request, "leagues/player.html", context)


def _rule_sets() -> dict[str, str]:
    """Give the titles of all rule sets."""
    return {slug: registry.get(slug).title.said(gettext) for slug, _title in registry.choices()}


def _season(request: HttpRequest, seasons: list[int]) -> int | None:
    asked = request.GET.get("season", "")
    return next((year for year in seasons if str(year) == asked), None)
