"""Who visits a game, and what they may see: shared by the views of games."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from hashlib import sha256
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
# Proxies and web servers limit the length of a URL.
MAX_PLAN_IN_ADDRESS_CHARS = 1500
PLAN = "plan"
ROTATION_PARAM, VIEWER_PARAM = "turned", "eyes"

private = cache_control(private=True, no_store=True)


def person_of(request: HttpRequest) -> Person | None:
    """Return the person who is signed in, if any."""
    return request.user if isinstance(request.user, Person) else None


def signed_in_person(request: HttpRequest) -> Person:
    """Return the person who is signed in, in a view that admits nobody else."""
    person = person_of(request)
    assert person is not None
    return person


def form_value(request: HttpRequest, name: str) -> str:
    """Return the value of a form's field, "" if it is missing."""
    return request.POST.get(name, "")


def form_key(request: HttpRequest) -> str:
    """Return what a form is known by when it is sent again just as it was; "" without a key."""
    # With all its fields: a browser that goes back shows the old key beside what is changed then.
    fields = sorted(item for item in request.POST.items() if item[0] != "csrfmiddlewaretoken")
    return sha256(repr(fields).encode()).hexdigest() if form_value(request, "key") else ""


def form_orders(request: HttpRequest) -> str:
    """Return the orders of a form, with look-alike signs replaced by those of the grammar."""
    return typed_orders.normalize_orders(form_value(request, "text"))


def parse_number(text: str, digits: int = 9) -> int | None:
    """Return a number of at most that many digits, None if the text is none."""
    # Nine digits fit an integer column, so that no query fails on a number that is too big.
    return int(text) if text.isascii() and text.isdigit() and len(text) <= digits else None


def is_script(request: HttpRequest) -> bool:
    """Whether a script of a page sent the request, and not a browser that opens a page."""
    return request.accepts("application/json") and not request.accepts("text/html")


def player_action(view: View) -> View:
    """Make a view for people who are signed in, called by POST, whose response no cache keeps."""
    guarded: Any = private(
        require_http_methods(["GET", "HEAD", "POST"])(_require_post(_require_person(view)))
    )
    return guarded  # type: ignore[no-any-return]


def _require_post(view: View) -> View:
    """Redirect a GET of the view to its game.

    A GET comes from a reload, or from a link of the page that a POST was answered with.
    """

    @wraps(view)
    def post_view(request: HttpRequest, **kwargs: int) -> HttpResponse:
        if request.method == "POST":
            return view(request, **kwargs)
        return redirect_to_game(request, visit_or_404(request, kwargs["pk"]).game)

    return post_view


def redirect_to_game(request: HttpRequest, game: Game) -> HttpResponse:
    """Redirect to the page of a game or a table, with the plan of the query if there is one."""
    query = f"?{request.GET.urlencode()}" if "plan" in request.GET else ""
    return redirect(f"{game.get_absolute_url()}{query}")


def _require_person(view: View) -> View:
    """Redirect anyone who is not signed in to the sign-in, and from there to the game.

    A script, which cannot go there, gets 401 with a sentence.
    """

    @wraps(view)
    def signed_in_view(request: HttpRequest, **kwargs: int) -> HttpResponse:
        if person_of(request) is not None:
            return view(request, **kwargs)
        if is_script(request):
            refusal = _("You are signed out here. Sign in to go on.")
            return JsonResponse({"trouble": refusal}, status=HTTPStatus.UNAUTHORIZED)
        return redirect_to_login(_return_url(request, **kwargs))

    return signed_in_view


def _return_url(request: HttpRequest, pk: int | None = None) -> str:
    """Return the URL of the page a form belongs to, with the orders that the form held."""
    if pk is None:
        return reverse("home")
    page, rules = reverse("game", args=[pk]), queries.rules_of_game(pk)
    plan = form_value(request, "text")[:MAX_PLAN_IN_ADDRESS_CHARS]
    # Nobody is signed in for whom the plan could be encrypted, so it waits in the session instead
    # of standing in a URL.
    if rules and rules.knowledge.has_hidden_pieces:
        request.session[PLAN] = {"game": pk, "plan": plan}
        return page
    return f"{page}?{urlencode({'plan': plan})}" if plan else page


def pop_pending_plan(request: HttpRequest, game: Game) -> str | None:
    """Return the plan that waited in the session for a sign-in, and remove it; None if there is
    none."""
    pending = request.session.get(PLAN)
    if not pending or pending["game"] != game.pk:
        return None
    del request.session[PLAN]
    return str(pending["plan"])


def visit_or_404(request: HttpRequest, pk: int, *, key: str = "") -> queries.Visit:
    """Return the visit of a game or a table, perhaps with the key of its invitation link.

    :raises Http404: if there is none, or none that the visitor may know of.
    """
    visit = queries.load_visit(pk, person_of(request), key=key)
    if visit is None:
        raise Http404
    return visit


def started_visit_or_404(request: HttpRequest, pk: int) -> queries.Visit:
    """Return the visit of a game that has begun.

    :raises Http404: if there is none, or it is still a table.
    """
    visit = visit_or_404(request, pk)
    if visit.game.started_at is None:
        raise Http404
    return visit


def rotation(request: HttpRequest, visit: queries.Visit) -> int:
    """Return by how many quarter turns the board is rotated: as the query says if the board allows
    that, else as the visitor sits."""
    asked = parse_number(request.GET.get(ROTATION_PARAM, ""))
    return visit.rotation if asked not in visit.game.rules.art.quarter_turns else asked


def rotation_params(request: HttpRequest) -> dict[str, str]:
    """Return the query parameter of the board's rotation, for links to other pages."""
    asked = request.GET.get(ROTATION_PARAM, "")
    return {} if parse_number(asked) is None else {ROTATION_PARAM: asked}


def viewed_seat(request: HttpRequest, game: Game) -> str | None:
    """Return the seat whose view of a game is asked for in the query, None for the viewer's own.

    Only a game that is over can be seen as another seat knew it.
    """
    asked = request.GET.get(VIEWER_PARAM, "")
    return asked if asked in past_viewers(game) else None


def view_params(request: HttpRequest, game: Game) -> dict[str, str]:
    """Return the query parameters of how a game is looked at, for links to other pages."""
    seat = viewed_seat(request, game)
    return rotation_params(request) | ({VIEWER_PARAM: seat} if seat else {})


def step_filter(request: HttpRequest, visit: queries.Visit) -> str:
    """Return the seat, or the captures, that the steps are filtered by; "" if by neither."""
    only = request.GET.get("only", "")
    return only if only in (frames.CAPTURES, *visit.game.rules.seating.seats) else ""
