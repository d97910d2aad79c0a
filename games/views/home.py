"""The first page, the rules of the games, and the health check."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.appearance import chosen_theme
from accounts.models import Person
from games import live, queries, search, thumbnails
from games.learn import rulebook, showcase
from games.pages.access import person_of, private
from games.pages.tryout import reader_language, ruleset_or_404
from games.search import RUNNING, GameSearch

SHOWN = 7
LISTS = ("asked", "waiting", "tables", "finished")


@require_safe
@private
def show_home(request: HttpRequest) -> HttpResponse:
    """Show a person their games, and anyone who is not signed in what this site is."""
    person = person_of(request)
    return _show_welcome(request) if person is None else _show_dashboard(request, person)


@require_safe
def list_rules(request: HttpRequest) -> HttpResponse:
    """List the rules of all games."""
    return render(
        request, "games/rules_index.html", {"cards": showcase.game_cards(reader_language())}
    )


@require_safe
def show_rules(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the rules of a game in the reader's language.

    :raises Http404: if there is no such rule set.
    """
    title = ruleset_or_404(slug).title
    page = rulebook.render_manual(slug, reader_language(), chosen_theme(request))
    context = {"title": title, "slug": slug, "manual": page}
    return render(request, "games/rules.html", context)


@require_safe
@never_cache
def healthz(request: HttpRequest) -> HttpResponse:
    """Answer that this process works.

    The database is not asked: no other process would do better where it is away.
    """
    return HttpResponse("ok\n", content_type="text/plain; charset=utf-8")


def _show_dashboard(request: HttpRequest, person: Person) -> HttpResponse:
    news = live.page_stamp(live.OpenPage(person.pk))
    dashboard = queries.load_dashboard(person, {name: request.GET.get(name, "") for name in LISTS})
    asked, waiting = dashboard.asked.rows, dashboard.waiting.rows
    cards = thumbnails.picture_cards((*asked, *waiting))
    context = {
        "dashboard": dashboard,
        "cards": cards[: len(asked)],
        "waiting": cards[len(asked) :],
        "news": news.news if news else "",
    }
    return render(request, "home.html", context)


def _show_welcome(request: HttpRequest) -> HttpResponse:
    """Show the running game that has the most events, or else the opening of a game."""
    games = queries.game_rows(search.search_games(GameSearch(status=RUNNING), None)[:SHOWN], None)
    # A damaged game cannot be drawn, and must not take the first page down with it.
    undamaged = (row for row in games if not row.is_damaged)
    shown = max(undamaged, key=lambda row: row.game.version, default=None)
    kinds = showcase.game_cards(reader_language())
    context = {
        "board": thumbnails.draw_thumbnail(shown) if shown else kinds[0].board,
        "game": shown,
        "kinds": kinds,
        "cards": thumbnails.picture_cards(row for row in games if row is not shown),
    }
    return render(request, "welcome.html", context)
