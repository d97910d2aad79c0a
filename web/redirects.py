"""Post, redirect, get for forms with mistakes, so that the way back leads over pages only.

What is accepted is answered by an address to go to anyway. What is not is a page that a browser
would ask about ("Send the form again?") on the way back: it is kept in the session for a moment,
and shown at the address that the browser is led to.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from http import HTTPStatus

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect

SESSION_KEY = "answered"
MAX_AGE = 60  # seconds: nobody wants yesterday's mistakes


def post_redirect_get(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Lead a browser that has sent a form to the page that answers it.

    A page with a ``Content-Location`` is shown there, any other where the form was sent to.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        if request.method == "GET" and (kept := _pop_page(request)):
            return kept
        response = get_response(request)
        return _keep_page(request, response) if _is_page_answer(request, response) else response

    return middleware


def _is_page_answer(request: HttpRequest, response: HttpResponse) -> bool:
    """Tell whether a browser that goes where it is led (Fetch Metadata) was given a page."""
    return (
        request.method == "POST"
        and request.headers.get("Sec-Fetch-Mode") == "navigate"
        and response.status_code < HTTPStatus.INTERNAL_SERVER_ERROR
        and response.headers.get("Content-Type", "").startswith("text/html")
        and "Location" not in response.headers
    )


def _keep_page(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    address = response.headers.get("Content-Location", request.get_full_path())
    page = [time.time(), response.status_code, response.content.decode()]
    request.session[SESSION_KEY] = {address: page}
    led = HttpResponseRedirect(address, status=HTTPStatus.SEE_OTHER)
    led.cookies = response.cookies
    return led


def _pop_page(request: HttpRequest) -> HttpResponse | None:
    """Return the page that was kept for an address, and keep it no longer."""
    kept = request.session.get(SESSION_KEY, {}).get(request.get_full_path())
    if kept is None:
        return None
    del request.session[SESSION_KEY]
    since, status, content = kept
    return HttpResponse(content, status=status) if time.time() - since < MAX_AGE else None
