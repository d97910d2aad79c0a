"""The page of a competition's directors, and what they rule there."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from games.pages.access import form_value, parse_number, private, signed_in_person
from games.play import clock
from seasons import directing, direction_pages
from seasons.directing import DirectionRefused
from seasons.models import Competition

View = Callable[..., HttpResponse]


def _director_view(view: View) -> View:
    """Make a view for the directors of a competition; for all others there is nothing."""

    def show(request: HttpRequest, pk: int, **more: Any) -> HttpResponse:
        competition = get_object_or_404(Competition, pk=pk)
        if not directing.may_direct(signed_in_person(request), competition):
            raise Http404
        return view(request, competition, **more)

    guarded: Any = login_required(show)
    return private(guarded)  # type: ignore[no-any-return]


@require_safe
@_director_view
def show_direction(request: HttpRequest, competition: Competition) -> HttpResponse:
    """Show what directors can rule, and what was ruled."""
    return _render(request, competition, request.GET.get("game", ""))


@require_POST
@_director_view
def rule(request: HttpRequest, competition: Competition, what: str) -> HttpResponse:
    """Rule what the form asks for."""
    form = {name: str(value) for name, value in request.POST.items()}
    try:
        direction_pages.rule(what, competition, signed_in_person(request), form, now=clock.now())
    except DirectionRefused as refused:
        return _render(request, competition, form_value(request, "game"), str(refused))
    messages.success(request, _("It is ruled. Those whom it concerns get a letter."))
    return redirect("competition-direct", competition.pk)


@require_POST
@_director_view
def name_assistant(request: HttpRequest, competition: Competition) -> HttpResponse:
    """Name somebody an assistant."""
    return _change_assistants(
        request, competition, lambda by: direction_pages.name_assistant(
            competition, by, form_value(request, "name")
        )
    )  # fmt: skip


@require_POST
@_director_view
def dismiss_assistant(request: HttpRequest, competition: Competition) -> HttpResponse:
    """Let somebody be an assistant no longer."""
    person = parse_number(form_value(request, "person")) or 0
    return _change_assistants(
        request,
        competition,
        lambda by: direction_pages.dismiss_assistant(competition, by, person),
    )


def _change_assistants(
    request: HttpRequest, competition: Competition, change: Callable[[Any], None]
) -> HttpResponse:
    try:
        change(signed_in_person(request))
    except DirectionRefused as refused:
        return _render(request, competition, "", str(refused))
    return redirect("competition-direct", competition.pk)


def _render(
    request: HttpRequest, competition: Competition, game: str, refusal: str = ""
) -> HttpResponse:
    page = direction_pages.load_page(competition, signed_in_person(request), game)
    context = {
        "page": page,
        "competition": competition,
        "refusal": refusal,
        "asked_game": game,
        "key": uuid.uuid4().hex,
        "most_chars": direction_pages.MOST_CHARS,
        "here": "seasons",
    }
    status = HTTPStatus.UNPROCESSABLE_ENTITY if refusal else HTTPStatus.OK
    return render(request, "seasons/direct.html", context, status=status)
