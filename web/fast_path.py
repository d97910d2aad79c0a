"""Answer polls for news, and probes, with no middleware but what protects the response.

Two hundred waiting pages poll fifty times a second, and all middleware together costs more than
twice as much as the answer; programs poll, too. A probe of the process must not wait for the
database, as the session of its request would. A request that is out of the ordinary goes through
all of it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import partial
from http import HTTPStatus
from typing import Any, TypeAlias, cast

from django.core.handlers.wsgi import WSGIRequest
from django.http import HttpRequest, HttpResponse
from django.middleware.http import ConditionalGetMiddleware
from django.middleware.security import SecurityMiddleware
from django.urls import reverse
from django_permissions_policy import PermissionsPolicyMiddleware

from api import polls
from games.views import home, live
from web import headers
from web.api_answers import PREFIX, answer_programs

GAME = re.compile(rf"{PREFIX}games/([1-9][0-9]{{0,8}})")
ORDINARY = {HTTPStatus.OK, HTTPStatus.NO_CONTENT, HTTPStatus.NOT_MODIFIED}

View: TypeAlias = Callable[[HttpRequest], HttpResponse]
Application: TypeAlias = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]


def fast_path(application: Application) -> Application:
    """Wrap the WSGI application with a shorter path for polls for news and for probes."""
    views = {"news": live.send_news, "healthz": home.healthz}
    fast = {reverse(name): _guard_view(view) for name, view in views.items()}

    def serve(environ: dict[str, Any], start: Callable[..., Any]) -> Iterable[bytes]:
        if view := fast.get(environ["PATH_INFO"]) or _find_poll(environ):
            response = _try_fast(view, environ)
            if response is not None:
                start(f"{response.status_code} {response.reason_phrase}", [*response.items()])
                return [response.content]
        return application(environ, start)

    return serve


def _find_poll(environ: dict[str, Any]) -> View | None:
    """Return what answers a program that asks whether a game is still as it knows it."""
    game = GAME.fullmatch(environ["PATH_INFO"])
    if game is None or "HTTP_IF_NONE_MATCH" not in environ:
        return None
    if environ["REQUEST_METHOD"] != "GET" or environ.get("QUERY_STRING"):
        return None  # one that waits, for example
    return _guard_view(answer_programs(partial(polls.send_unchanged, game_id=int(game[1]))))


def _guard_view(view: View) -> View:
    checked: Any = ConditionalGetMiddleware(view)
    guarded: Any = PermissionsPolicyMiddleware(headers.response_headers(checked))
    return cast("View", SecurityMiddleware(guarded))


def _try_fast(view: View, environ: dict[str, Any]) -> HttpResponse | None:
    """Return the response of a view if it is an ordinary one, else ``None``."""
    try:
        response = view(WSGIRequest(environ))
    except Exception:  # the full path fails the same way, and knows what to answer and log
        return None
    return response if response.status_code in ORDINARY else None
