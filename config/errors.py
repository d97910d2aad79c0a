"""Pages for requests that went wrong before or beyond a view: without database or session."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponseBadRequest, HttpResponseServerError
from django.template import loader


def unreadable(request: HttpRequest, exception: Exception) -> HttpResponseBadRequest:
    """Say that the request could not be understood."""
    return HttpResponseBadRequest(_page("400.html"))


def broken(request: HttpRequest) -> HttpResponseServerError:
    """Say that something broke."""
    return HttpResponseServerError(_page("500.html"))


def _page(name: str) -> str:
    return loader.render_to_string(name, {"site_name": settings.SITE_NAME})
