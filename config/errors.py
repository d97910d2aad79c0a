"""The page for our own mistakes: it needs neither the database nor a session."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponseServerError
from django.template import loader


def broken(request: HttpRequest) -> HttpResponseServerError:
    """Say that something broke."""
    page = loader.render_to_string("500.html", {"site_name": settings.SITE_NAME})
    return HttpResponseServerError(page)
