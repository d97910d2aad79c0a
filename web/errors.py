"""Pages for requests that fail outside a view, for damaged games and for outages."""

from __future__ import annotations

import sys
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
    HttpResponseNotFound,
    HttpResponseServerError,
    JsonResponse,
)
from django.middleware.csrf import get_token
from django.shortcuts import render
from django.template import loader
from django.template.response import TemplateResponse
from django.urls import resolve
from django.utils.translation import gettext as _
from psycopg.errors import UndefinedTable

from accounts import limits
from accounts.middleware import RequestHandler
from db.postgres.patience import limit_patience
from games.pages.access import is_script
from games.play.damage import DamagedError
from games.play.lock_queue import BusyError

AWAY = (OperationalError, InterfaceError, InternalError, BusyError)
AWAY_SECONDS, MENDED_SECONDS = 5, 300
SHORT_PATIENCE_SECONDS = 1

log = structlog.get_logger()


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponseBadRequest:
    """Render the page for a request that could not be understood."""
    return HttpResponseBadRequest(_render_bare_page("400.html"))


def request_too_large(request: HttpRequest) -> HttpResponse:
    """Render that page for a body that is larger than any form and was not read."""
    if is_script(request):
        return _refuse_script(_("This text is too long."), HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
    return HttpResponse(_render_bare_page("400.html"), status=HTTPStatus.REQUEST_ENTITY_TOO_LARGE)


def permission_denied(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Render the 403 page, and log who tried what."""
    limits.log_forbidden(request)
    return render(request, "403.html", status=403)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Render the page for a form without a good token, such as one from before a sign-in in another
    tab; what it held is on the page for somebody who is signed in, to be sent again.

    A script gets a new token, and for whom it is. The log has neither the URL nor the referrer,
    since both may hold a secret.
    """
    limits.log_forbidden(request, "form refused", reason=reason.partition(" - ")[0])
    # Of visitors anybody can fill sessions with such pages, and a browser without cookies would be
    # shown them for ever.
    is_own = request.user.is_authenticated and _has_same_origin(request)
    if is_script(request):
        return _refuse_script(_("Please load this page again."), 403, **_new_token(request, is_own))
    sent = _sent_fields(request) if is_own else []
    response = render(request, "403_csrf.html", {"sent": sent}, status=403)
    response["Cache-Control"] = "no-store"
    return response


def _has_same_origin(request: HttpRequest) -> bool:
    """Whether a page of this site sent the request, as its browser says."""
    # Otherwise another site could have its words shown here, to be sent by the reader's own press.
    if site := request.headers.get("Sec-Fetch-Site"):
        return site == "same-origin"
    return request.headers.get("Origin") == f"{request.scheme}://{request.get_host()}"


def _new_token(request: HttpRequest, is_own: bool) -> dict[str, str]:
    reader = str(request.user.pk or "")
    return {"token": get_token(request), "reader": reader} if is_own else {}


def _sent_fields(request: HttpRequest) -> list[tuple[str, str]]:
    """Return what a form held, but for its token."""
    fields = ((name, str(value)) for name, values in request.POST.lists() for value in values)
    return [(name, value) for name, value in fields if name != "csrfmiddlewaretoken"]


def _refuse_script(sentence: str, status: int, **more: str) -> JsonResponse:
    """Return a refusal for a script of a page, in one sentence."""
    return JsonResponse({"trouble": sentence, **more}, status=status)


def too_many_requests(request: HttpRequest) -> HttpResponse:
    """Render the 429 page, and log who asked for what too often."""
    limits.log_forbidden(request, "too many requests")
    if is_script(request):
        sentence = _("Too many tries in a short time. Wait a few minutes, then try again.")
        return _refuse_script(sentence, HTTPStatus.TOO_MANY_REQUESTS)
    return render(request, "429.html", status=HTTPStatus.TOO_MANY_REQUESTS)


def server_error(request: HttpRequest) -> HttpResponse:
    """Render the 500 page, or the one for an outage of the database."""
    if _is_outage(sys.exc_info()[1]):
        return _database_away_response(request)
    return HttpResponseServerError(_render_bare_page("500.html"))


def handle_unavailable(get_response: RequestHandler) -> RequestHandler:
    """Answer 503 if a game is damaged or the database does not answer: both pass, and neither
    is an error of the code."""

    def middleware(request: HttpRequest) -> HttpResponse:
        return get_response(request)

    def process_exception(request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if isinstance(exception, DamagedError):
            return _damaged_game_response(request, exception)
        return _database_away_response(request) if _is_outage(exception) else None

    middleware.process_exception = process_exception  # type: ignore[attr-defined]
    return middleware


def _is_outage(error: BaseException | None) -> bool:
    """Return whether the database does not answer, or has no tables yet: before the first
    migration, or between a new version and its migrations."""
    return isinstance(error, AWAY) or isinstance(getattr(error, "__cause__", None), UndefinedTable)


def reject_missing_static_file(get_response: RequestHandler) -> RequestHandler:
    """Answer 404 to what WhiteNoise did not find, before anything looks at the session: no page is
    there, and the database may be away."""

    def middleware(request: HttpRequest) -> HttpResponse:
        if request.path_info.startswith(settings.STATIC_URL):
            return HttpResponseNotFound(content_type="text/plain")
        return get_response(request)

    return middleware


def hurry_without_database(get_response: RequestHandler) -> RequestHandler:
    """Wait a moment, and not as long as ever, for the session of pages that can do without."""

    def middleware(request: HttpRequest) -> HttpResponse:
        if not _can_do_without_database(request):
            return get_response(request)
        with limit_patience(SHORT_PATIENCE_SECONDS):
            return get_response(request)

    return middleware


def _can_do_without_database(request: HttpRequest) -> bool:
    is_listed = request.path_info.startswith(tuple(settings.WITHOUT_DATABASE))
    return is_listed and request.method == "GET"


def _damaged_game_response(request: HttpRequest, damaged: DamagedError) -> HttpResponse:
    log.error("a game is damaged", game=damaged.game.pk, what=str(damaged))
    status = HTTPStatus.SERVICE_UNAVAILABLE
    if is_script(request):
        trouble = _("This game is being mended. No move is lost, and its clocks wait.")
        return JsonResponse({"trouble": trouble}, status=status)
    return _retry_later(render(request, "games/mended.html", status=status), MENDED_SECONDS)


def _database_away_response(request: HttpRequest) -> HttpResponse:
    """Render the outage page; a form that was sent is on it, to be sent again with the same key.

    Pages that need no database are shown as to a visitor.
    """
    if _can_do_without_database(request):
        return _visitor_response(request)
    log.warning("the database is away", reason=type(sys.exc_info()[1]).__name__)
    sent = list(request.POST.items()) if request.method == "POST" else []
    page = HttpResponse(
        _render_bare_page("503.html", sent=sent), status=HTTPStatus.SERVICE_UNAVAILABLE
    )
    return _retry_later(page, AWAY_SECONDS)


def _visitor_response(request: HttpRequest) -> HttpResponse:
    # The real session and person would be loaded from the database again.
    request.user, request.session = AnonymousUser(), SessionStore()
    view, args, kwargs = resolve(request.path_info)
    answer = view(request, *args, **kwargs)
    answer = answer.render() if isinstance(answer, TemplateResponse) else answer
    return _retry_later(answer, AWAY_SECONDS)


def _retry_later(response: HttpResponse, seconds: int) -> HttpResponse:
    response["Retry-After"] = str(seconds)
    response["Cache-Control"] = "no-store"
    return response


def render_method_not_allowed(get_response: RequestHandler) -> RequestHandler:
    """Render a page when a view refuses the method; Django's own answer is empty."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if not isinstance(response, HttpResponseNotAllowed):
            return response
        page = render(request, "405.html", status=405)
        page["Allow"] = response["Allow"]
        return page

    return middleware


def _render_bare_page(name: str, **context: object) -> str:
    # Without the request: its context processors would ask the database.
    return loader.render_to_string(name, {"site_name": settings.SITE_NAME, **context})
