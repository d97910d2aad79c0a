"""The first page, the rules of the games, and the sign of life."""

from __future__ import annotations

from functools import cache

from django.db import connection
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from markdown_it import MarkdownIt

from accounts.appearance import theme_of
from accounts.models import Person
from conquest import core, registry
from games import boards, queries
from games.models import Game, Seat
from games.views.entrance import person_of, private

PICTURES = 8


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
    language = get_language() or "en"
    context = {"title": title, "manual": _manual(slug, language[:2])}
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
    rows = (*found.asked, *found.waiting)
    pictures = [_small(row) if place < PICTURES else None for place, row in enumerate(rows)]
    cards = list(zip(rows, pictures, strict=True))
    context = {
        "dashboard": found,
        "cards": cards[: len(found.asked)],
        "waiting": cards[len(found.asked) :],
    }
    return render(request, "home.html", context)


def _small(row: queries.Row) -> boards.Board:
    """Draw a game in small, as the person in it sees it."""
    viewer = row.mine.name if row.mine else None
    view = row.game.rules.view(queries.position(row.game, row.game.version), viewer)
    return boards.board(row.game, row.seats, view)


def _welcome(request: HttpRequest) -> HttpResponse:
    games = [row.game for row in queries.running_games(6)]
    context = {"board": _opening().laid(theme_of(request)), "games": games}
    return render(request, "welcome.html", context)


@cache
def _opening() -> boards.Board:
    """Draw the set-up of the first game there is, as the welcome page shows it."""
    rules = registry.get(registry.choices()[0][0])
    state = core.fold(rules, None, rules.start(rules.boards[0], rules.seats, b"", {}))
    pairs = zip(rules.seats, rules.colours, strict=False)
    seats = [Seat(name=name, colour=colour) for name, colour in pairs]
    game = Game(ruleset=rules.slug, board=rules.boards[0])
    return boards.board(game, seats, rules.view(state, None))


@cache
def _manual(slug: str, language: str) -> SafeString:
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    html: str = markdown.render(registry.get(slug).manual(language))
    return mark_safe(html.replace("<table>", '<table tabindex="0">'))  # scrolls by keys too
