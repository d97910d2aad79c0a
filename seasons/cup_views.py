"""The page on which a cup is opened."""

from __future__ import annotations

import uuid
from http import HTTPStatus

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from conquest import registry
from games.learn import showcase
from games.pages.access import form_key, form_value, private, signed_in_person
from games.pages.tryout import reader_language
from games.play import clock
from seasons import cups
from seasons.cup_form import CupForm
from seasons.models import Competition


@private
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def open_cup(request: HttpRequest) -> HttpResponse:
    """Show the form for a cup; a valid POST opens it."""
    person = signed_in_person(request)
    ruleset = _chosen_ruleset(request)
    refusal = cups.refuse_director(person, now=clock.now())
    if not ruleset or refusal:
        cards = showcase.game_cards(reader_language())
        status = HTTPStatus.FORBIDDEN if refusal else HTTPStatus.OK
        chosen = {"cards": cards, "refusal": refusal, "here": "seasons"}
        return render(request, "seasons/cup_game.html", chosen, status=status)
    form = CupForm(ruleset, request.POST or None, initial={"title": _("Cup")})
    if form.is_valid() and (cup := _open_from_form(request, form)):
        return redirect(cup)
    card = showcase.game_card(ruleset, reader_language())
    context = {"form": form, "card": card, "key": uuid.uuid4().hex, "here": "seasons"}
    status = HTTPStatus.UNPROCESSABLE_ENTITY if form.is_bound else HTTPStatus.OK
    return render(request, "seasons/cup_form.html", context, status=status)


def _chosen_ruleset(request: HttpRequest) -> str:
    asked = form_value(request, "ruleset") or request.GET.get("game", "")
    return asked if asked in dict(registry.ruleset_choices()) else ""


def _open_from_form(request: HttpRequest, form: CupForm) -> Competition | None:
    """Open a cup, or put the refusal on the form and return None."""
    person, key = signed_in_person(request), form_key(request)
    try:
        return cups.open_cup(person, form.cup_terms, now=clock.now(), form_key=key)
    except cups.CupRefused as refused:
        form.add_error(None, str(refused))
        return None
