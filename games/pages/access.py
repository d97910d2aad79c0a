"""Who comes in, and what he may see: shared by the doors of games."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from http import HTTPStatus
from typing import Any, TypeAlias

from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods

from accounts.models import Person
from games import queries
from games.models import Game
from games.planner import typed_orders
from games.play.knowledge import past_viewers
from games.replay import frames

View: TypeAlias = Callable[..., HttpResponse]
MAX_PLAN_IN_ADDRESS_CHARS = 1500
PLAN = "plan"
TURNED, EYES = "turned", "eyes"

private = cache_control(private=True, no_store=True)


def person_of(request: HttpRequest) -> Person | None:
    """Return the person who is signed in, if any."""
    return request.user if isinstance(request.user, Person) else None


def signed_in_person(request: HttpRequest) -> Person:
    """Return the person who is signed in, behind a door that lets nobody else in."""
    person = person_of(request)
    assert person is not None
    return person


def form_value(request: HttpRequest, name: str) -> str:
    """Return what a form says under a name, without the NULs that no database holds."""
    return request.POST.get(name, "")


def form_orders(request: HttpRequest) -> str:
    """Return the orders of a form, with the signs of the grammar where others look like them."""
    return typed_orders.normalize_orders(form_value(request, "text"))


def parse_number(text: str, digits: int = 9) -> int | None:
    """Read a number of at most so many digits, as the database holds it; None if it is none."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= digits else None


def is_script(request: HttpRequest) -> bool:
    """Whether a script of a page asks, and not its reader."""
    return request.accepts("application/json") and not request.accepts("text/html")


def player_action(view: View) -> View:
    """Make a door that people who are signed in use by POST, and whose answer is theirs."""
    guarded: Any = private(
        require_http_methods(["GET", "HEAD", "POST"])(_require_post(_require_person(view)))
    )
    return guarded  # type: ignore[no-any-return]


def _require_post(view: View) -> View:
    """Lead whoever only opens the address of a deed, say by a reload or by a link to go on with
    what was refused there, to the game it is about."""

    @wraps(view)
    def door(request: HttpRequest, **kwargs: int) -> HttpResponse:
        if request.method == "POST":
            return view(request, **kwargs)
        return redirect_to_game(request, visit_or_404(request, kwargs["pk"]).game)

    return door


def redirect_to_game(request: HttpRequest, game: Game) -> HttpResponse:
    """Lead to the page of a game or a table, with what the address says of a plan."""
    query = f"?{request.GET.urlencode()}" if "plan" in request.GET else ""
    return redirect(f"{game.get_absolute_url()}{query}")


def _require_person(view: View) -> View:
    """Lead whoever is not signed in, or no longer, to the door and from there to his game.

    A script, which cannot go there, is told why nothing happens.
    """

    @wraps(view)
    def door(request: HttpRequest, **kwargs: int) -> HttpResponse:
        if person_of(request) is not None:
            return view(request, **kwargs)
        if is_script(request):
            refusal = _("You are signed out here. Sign in to go on.")
            return JsonResponse({"trouble": refusal}, status=HTTPStatus.UNAUTHORIZED)
        return redirect_to_login(_return_url(request, **kwargs))

    return door


def _return_url(request: HttpRequest, pk: int | None = None) -> str:
    """Return the page a form belongs to, with the orders it held; where pieces are hidden, these
    wait in the session instead, since nobody is there for whom they could be sealed."""
    if pk is None:
        return reverse("home")
    page, rules = reverse("game", args=[pk]), queries.rules_of_game(pk)
    plan = form_value(request, "text")[:MAX_PLAN_IN_ADDRESS_CHARS]
    if rules and rules.knowledge.has_hidden_pieces:
        request.session[PLAN] = {"game": pk, "plan": plan}
        return page
    return f"{page}?{urlencode({'plan': plan})}" if plan else page


def pop_pending_plan(request: HttpRequest, game: Game) -> str | None:
    """Return the plan with which somebody was led to sign in, once."""
    kept = request.session.get(PLAN)
    if not kept or kept["game"] != game.pk:
        return None
    del request.session[PLAN]
    return str(kept["plan"])


def visit_or_404(request: HttpRequest, pk: int, *, key: str = "") -> queries.Visit:
    """Enter a game or a table, perhaps with the key of its invitation link.

    :raises Http404: if there is none, or none that the visitor may know of.
    """
    visit = queries.load_visit(pk, person_of(request), key=key)
    if visit is None:
        raise Http404
    return visit


def started_visit_or_404(request: HttpRequest, pk: int) -> queries.Visit:
    """Enter a game that has begun.

    :raises Http404: if there is none, or it is still a table.
    """
    visit = visit_or_404(request, pk)
    if visit.game.started_at is None:
        raise Http404
    return visit


def rotation(request: HttpRequest, visit: queries.Visit) -> int:
    """Return by how many quarters the board is turned: as the address says, if it can be turned
    so, or as the visitor sits."""
    asked = parse_number(request.GET.get(TURNED, ""))
    return visit.rotation if asked not in visit.game.rules.art.quarter_turns else asked


def rotation_params(request: HttpRequest) -> dict[str, str]:
    """Return what the address says of turning the board, to be carried to other pages."""
    asked = request.GET.get(TURNED, "")
    return {} if parse_number(asked) is None else {TURNED: asked}


def viewed_seat(request: HttpRequest, game: Game) -> str | None:
    """Return as which seat a game that is over is looked at, if the address names one; what it
    says of any other game has no effect."""
    asked = request.GET.get(EYES, "")
    return asked if asked in past_viewers(game) else None


def view_params(request: HttpRequest, game: Game) -> dict[str, str]:
    """Return what the address says of how a game is looked at, to be carried to other pages."""
    seat = viewed_seat(request, game)
    return rotation_params(request) | ({EYES: seat} if seat else {})


def step_filter(request: HttpRequest, visit: queries.Visit) -> str:
    """Return the seat, or the captures, to which steps are narrowed; "" if they are not."""
    only = request.GET.get("only", "")
    return only if only in (frames.CAPTURES, *visit.game.rules.seating.seats) else ""
