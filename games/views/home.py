"""The first page, the rules of the games, and the sign of life."""

from __future__ import annotations

from functools import cache

from django.db import connection
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.appearance import theme_of
from accounts.models import Person
from conquest import core, registry
from games import boards, manual, queries
from games.models import Game, Seat
from games.views import small
from games.views.entrance import person_of, private

SHOWN = 7


@require_safe
@private
def home(request: HttpRequest) -> HttpResponse:
    """Show a person his games, and a visitor what this is."""
    person = person_of(request)
    return _welcome(request) if person is None else _dashboard(request, person)


@require_safe
def rules(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the rules of a game in the reader's language."""
    try:
        title = registry.get(slug).title
    except core.Fault:
        raise Http404 from None
    language = (get_language() or "en")[:2]
    page = manual.manual(slug, language, theme_of(request))
    context = {"title": title, "slug": slug, "manual": page}
    return render(request, "games/rules.html", context)


@require_safe
@never_cache
def healthz(request: HttpRequest) -> HttpResponse:
    """Say that the site and its database answer."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    return HttpResponse("ok\n", content_type="text/plain")


def _dashboard(request: HttpRequest, person: Person) -> HttpResponse:
    found = queries.dashboard(person)
    cards = small.pictured((*found.asked, *found.waiting))
    context = {
        "dashboard": found,
        "cards": cards[: len(found.asked)],
        "waiting": cards[len(found.asked) :],
    }
    return render(request, "home.html", context)


def _welcome(request: HttpRequest) -> HttpResponse:
    """Show the one of the liveliest games that has come farthest, or else how games begin."""
    games = queries.running_games(SHOWN)
    shown = max(games, key=lambda row: row.game.version, default=None)
    drawn = small.board(shown) if shown else _opening()
    slug, title = registry.choices()[0]
    context = {
        "board": drawn.laid(theme_of(request)),
        "game": shown,
        "title": title,
        "introduction": manual.introduction(slug, (get_language() or "en")[:2]),
        "cards": small.pictured(row for row in games if row is not shown),
    }
    return render(request, "welcome.html", context)


@cache
def _opening() -> boards.Board:
    """Draw the set-up of the first game there is, as the welcome page shows it."""
    rules = registry.get(registry.choices()[0][0])
    pairs = zip(rules.seats, rules.colours, strict=False)
    seats = [Seat(name=name, colour=colour) for name, colour in pairs]
    return small.opening(Game(ruleset=rules.slug, board=rules.boards[0]), seats)
