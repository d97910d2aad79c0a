"""Pages for requests that went wrong before or beyond a view: without database or session."""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings
from django.http import (
    HttpRequest,
    HttpResponse,
    HttpResponseBadRequest,
    HttpResponseNotAllowed,
    HttpResponseServerError,
)
from django.shortcuts import render
from django.template import loader


def unreadable(request: HttpRequest, exception: Exception) -> HttpResponseBadRequest:
    """Say that the request could not be understood."""
    return HttpResponseBadRequest(_page("400.html"))


def broken(request: HttpRequest) -> HttpResponseServerError:
    """Say that something broke."""
    return HttpResponseServerError(_page("500.html"))


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


def _page(name: str) -> str:
    return loader.render_to_string(name, {"site_name": settings.SITE_NAME})
