"""The views of a person's own set-ups: save, rename and delete one, and list them all."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from games import queries
from games.models import SetUp
from games.pages import game as pages
from games.pages.access import (
    MAX_PLAN_IN_ADDRESS_CHARS,
    form_orders,
    form_value,
    parse_number,
    player_action,
    private,
    signed_in_person,
    started_visit_or_404,
)
from games.planner import drafts
from games.planner.composer import PlanLinks
from games.play import clock
from games.play.knowledge import KnownGame, known_game
from games.play.refusals import MAX_PLAN_CHARS, SubmissionRefusal, no_seat_refusal, too_long_refusal
from games.setups import collection
from games.setups.forms import SetUpForm
from games.setups.pages import setup_shelves


@player_action
def save_setup(request: HttpRequest, pk: int) -> HttpResponse:
    """Save a whole set-up under a name; if it is still being composed, it stays the plan."""
    visit, text = started_visit_or_404(request, pk), form_orders(request)
    form = SetUpForm(request.POST)
    if visit.mine is None:
        return pages.render_game(request, visit, refusal=no_seat_refusal(text))
    if visit.game.rules.composing.patterns is None:
        raise Http404
    if len(text) > MAX_PLAN_CHARS:
        return pages.render_game(request, visit, refusal=too_long_refusal(""))
    known = known_game(visit.game, visit.viewer)
    pattern = collection.pattern_of(known.rules, known.state, visit.mine.name, text)
    message = form.name_error if pattern else _("Only a whole set-up can be kept.")
    if message:
        return _refuse_to_save(request, visit, text, 422, message)
    return _store_setup(request, visit, known, form.setup_name, pattern, text)


def _store_setup(
    request: HttpRequest, visit: queries.Visit, known: KnownGame, name: str, pattern: str, text: str
) -> HttpResponse:
    person, now = signed_in_person(request), clock.now()
    try:
        replaces = collection.save_setup(
            person, known.rules, known.state, name=name, pattern=pattern, now=now
        )
    except collection.SetUpError as error:
        return _refuse_to_save(request, visit, text, 409, str(error))
    if visit.mine and _is_planned(visit, known, visit.mine.name, pattern):
        drafts.save_draft(visit.mine, person, text, version=visit.game.version, seen=None, now=now)
    messages.success(request, _saved_sentence(name, replaces=replaces))
    return redirect(pages.game_url(request, visit.game))


def _saved_sentence(name: str, *, replaces: bool) -> str:
    if replaces:
        return _("“%(name)s” is kept, in the place of your set-up of that name.") % {"name": name}
    return _("“%(name)s” is kept.") % {"name": name}


def _refuse_to_save(
    request: HttpRequest, visit: queries.Visit, text: str, status: int, sentence: str
) -> HttpResponse:
    refusal = SubmissionRefusal(status, sentence, text=text)
    return pages.render_game(request, visit, text=text, refusal=refusal)


def _is_planned(visit: queries.Visit, known: KnownGame, seat: str, pattern: str) -> bool:
    """Whether a set-up is still being composed: it fits, and has not been handed in."""
    orders = collection.setup_orders(known.rules, known.state, seat, [SetUp(pattern=pattern)])
    return pages.can_plan(visit, known) and any(orders)


@private
@login_required
@require_safe
def list_setups(request: HttpRequest) -> HttpResponse:
    """Show a person all their saved set-ups."""
    return render(
        request, "games/setups/index.html", {"shelves": setup_shelves(signed_in_person(request))}
    )


@private
@login_required
@require_POST
def rename_setup(request: HttpRequest, pk: int) -> HttpResponse:
    """Give a set-up another name.

    :raises Http404: if the person has no such set-up.
    """
    form = SetUpForm(request.POST)
    try:
        if form.name_error:
            raise collection.SetUpError(form.name_error)
        collection.rename_setup(signed_in_person(request), pk, form.setup_name)
    except SetUp.DoesNotExist:
        raise Http404 from None
    except collection.SetUpError as error:
        messages.error(request, str(error))
        return _redirect_back(request)
    messages.success(request, _("It is called “%(name)s” now.") % {"name": form.setup_name})
    return _redirect_back(request)


@private
@login_required
@require_POST
def delete_setup(request: HttpRequest, pk: int) -> HttpResponse:
    """Delete a set-up; a second request changes nothing."""
    collection.delete_setup(signed_in_person(request), pk)
    messages.success(request, _("The set-up is forgotten."))
    return _redirect_back(request)


def _redirect_back(request: HttpRequest) -> HttpResponse:
    """Redirect to the game that was open, with the plan as it stood there, or else to the list."""
    game, plan = parse_number(form_value(request, "game")), form_value(request, "text")
    if game is None:
        return redirect("setups")
    rules, person = queries.rules_of_game(game), signed_in_person(request).pk
    if rules is None:
        return redirect("setups")
    # Browsers and proxies limit the length of URLs, so a plan that is too long is left out.
    is_short = len(plan) <= MAX_PLAN_IN_ADDRESS_CHARS
    links = PlanLinks(rules, author=person)
    return redirect(
        f"{reverse('game', args=[game])}{links.plan_url(plan) if plan and is_short else ''}"
    )
