"""Pages for requests that went wrong before or beyond a view."""

from __future__ import annotations

import sys
from collections.abc import Callable
from http import HTTPStatus

import structlog
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.backends.db import SessionStore
from django.db import InterfaceError, InternalError, OperationalError
from django.http import (
    HttpRequest,
    HttpResponse,
    HttpResponseBadRequest,
    HttpResponseNotAllowed,
    HttpResponseServerError,
    JsonResponse,
)
from django.shortcuts import render
from django.template import loader
from django.template.response import TemplateResponse
from django.urls import resolve
from django.utils.translation import gettext as _

from accounts import limits
from accounts.models import Person
from games.pages.access import is_script
from games.play.damage import DamagedError
from games.play.lock_queue import BusyError

AWAY = (OperationalError, InterfaceError, InternalError, BusyError)
AWAY_SECONDS, MENDED_SECONDS = 5, 300

log = structlog.get_logger()


def unreadable(request: HttpRequest, exception: Exception) -> HttpResponseBadRequest:
    """Say that the request could not be understood."""
    return HttpResponseBadRequest(_page("400.html"))


def too_large(request: HttpRequest) -> HttpResponse:
    """Say the same of a request that is larger than any form, which nobody has read."""
    return HttpResponse(_page("400.html"), status=HTTPStatus.REQUEST_ENTITY_TOO_LARGE)


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Say that somebody else may see this, and log who tried what."""
    match, person = request.resolver_match, getattr(request, "user", None)
    who = limits.trace(person.email) if isinstance(person, Person) else ""
    log.warning("right refused", what=match.view_name if match else "", who=who)
    return render(request, "403.html", status=403)


def broken(request: HttpRequest) -> HttpResponse:
    """Say that something broke, or that the database is away."""
    if isinstance(sys.exc_info()[1], AWAY):
        return _away(request)
    return HttpResponseServerError(_page("500.html"))


def unavailable(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Answer where a game is damaged or the database does not answer: nothing of that is a
    mistake of the site, and it passes."""

    def middleware(request: HttpRequest) -> HttpResponse:
        return get_response(request)

    def process_exception(request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if isinstance(exception, DamagedError):
            return _mended(request, exception)
        return _away(request) if isinstance(exception, AWAY) else None

    middleware.process_exception = process_exception  # type: ignore[attr-defined]
    return middleware


def _mended(request: HttpRequest, damaged: DamagedError) -> HttpResponse:
    log.error("a game is damaged", game=damaged.game.pk, what=str(damaged))
    status = HTTPStatus.SERVICE_UNAVAILABLE
    if is_script(request):
        trouble = _("This game is being mended. No move is lost, and its clocks wait.")
        return JsonResponse({"trouble": trouble}, status=status)
    return _later(render(request, "games/mended.html", status=status), MENDED_SECONDS)


def _away(request: HttpRequest) -> HttpResponse:
    """Say that the database is away; what was sent stands on the page, to be sent again.

    Pages that need no database are shown as to a visitor.
    """
    if request.path_info.startswith(tuple(settings.WITHOUT_DATABASE)) and request.method == "GET":
        return _as_to_a_visitor(request)
    log.warning("the database is away", reason=type(sys.exc_info()[1]).__name__)
    sent = list(request.POST.items()) if request.method == "POST" else []
    page = HttpResponse(_page("503.html", sent=sent), status=HTTPStatus.SERVICE_UNAVAILABLE)
    return _later(page, AWAY_SECONDS)


def _as_to_a_visitor(request: HttpRequest) -> HttpResponse:
    request.user, request.session = AnonymousUser(), SessionStore()
    view, args, kwargs = resolve(request.path_info)
    answer = view(request, *args, **kwargs)
    answer = answer.render() if isinstance(answer, TemplateResponse) else answer
    return _later(answer, AWAY_SECONDS)


def _later(response: HttpResponse, seconds: int) -> HttpResponse:
    response["Retry-After"] = str(seconds)
    response["Cache-Control"] = "no-store"
    return response


def refused(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Answer with a page where a view refuses the method, and Django would give nothing."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if not isinstance(response, HttpResponseNotAllowed):
            return response
        page = render(request, "405.html", status=405)
        page["Allow"] = response["Allow"]
        return page

    return middleware


def _page(name: str, **context: object) -> str:
    return loader.render_to_string(name, {"site_name": settings.SITE_NAME, **context})
