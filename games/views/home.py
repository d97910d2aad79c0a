"""The first page, the rules of the games, and the health check."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.http import require_safe

from accounts.appearance import chosen_theme
from accounts.models import Person
from games import live, queries, thumbnails
from games.learn import rulebook, samples, showcase
from games.pages.access import person_of, private
from games.pages.tryout import reader_language, ruleset_or_404
from games.replay import sample_film

LISTS = ("asked", "invited", "waiting", "tables", "finished")


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
@cache_control(private=True, max_age=3600)
def send_sample_film(request: HttpRequest, slug: str) -> HttpResponse:
    """Send the film of the most eventful part of a sample game, as JSON.

    :raises Http404: if there is none.
    """
    film = sample_film.render_sample(ruleset_or_404(slug).slug, reader_language())
    if film is None:
        raise Http404
    return JsonResponse(film)


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
    """Show what there is to play, and the best part of a finished game of many players."""
    kinds = showcase.game_cards(reader_language())
    with_film = [card for card in kinds if card.turns]
    shown = max(with_film, key=lambda card: max(card.players), default=kinds[0])
    still = samples.draw_sample(shown.slug, near=True) or shown.board
    return render(request, "welcome.html", {"kinds": kinds, "shown": shown, "still": still})
