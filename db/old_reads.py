"""Views that may show what was true two seconds ago read from a standby, where there is one."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.conf import settings
from django.db import DatabaseError, connections
from django.http import HttpRequest, HttpResponse

from db.postgres import standby

ACTED_SECONDS = 10

View = Callable[..., HttpResponse]


def may_be_old(view: View) -> View:
    """Make a view read from the standby, unless its visitor has just done something.

    Views that nothing else depends on: what they show is looked at, not acted on.
    """

    @wraps(view)
    def old_view(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        return _read_old(view, request, *args, **kwargs)

    return old_view


def may_be_old_for_strangers(view: View) -> View:
    """The same for visitors who are not signed in: others may have a seat in what they look at."""

    @wraps(view)
    def old_view(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if _is_signed_in(request):
            return view(request, *args, **kwargs)
        return _read_old(view, request, *args, **kwargs)

    return old_view


def _read_old(view: View, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
    if not settings.DATABASE_READ_URL or has_acted(request) or not standby.freshness.is_fresh():
        return view(request, *args, **kwargs)
    _is_signed_in(request)  # by the primary, so that nobody who was locked out is taken for in
    try:
        with standby.reading_standby():
            return view(request, *args, **kwargs)
    except DatabaseError:  # of the standby, most likely; if not, it comes again
        standby.freshness.forget()
        connections[standby.ALIAS].close()
        return view(request, *args, **kwargs)


def _is_signed_in(request: HttpRequest) -> bool:
    user = getattr(request, "user", None)
    return user is not None and bool(user.is_authenticated)


def has_acted(request: HttpRequest) -> bool:
    """Whether a browser has sent something in the last seconds, which it must see."""
    return settings.ACTED_COOKIE_NAME in request.COOKIES


def mark_actions(get_response: View) -> View:
    """Let browsers that send something bring a mark for some seconds, which they drop then."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if settings.DATABASE_READ_URL and request.method not in ("GET", "HEAD", "OPTIONS"):
            response.set_cookie(
                settings.ACTED_COOKIE_NAME,
                "1",
                max_age=ACTED_SECONDS,
                secure=settings.SECURE,
                httponly=True,
                samesite="Lax",
            )
        return response

    return middleware
