"""Post/redirect/get for refused forms, so that going back never asks to send a form again.

An accepted form is answered by a redirect anyway. A refused one is answered by a page: it is kept
in the session for a moment, and shown at the URL that the browser is redirected to (decision 22).
"""

from __future__ import annotations

import time
from http import HTTPStatus

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect

from accounts.middleware import RequestHandler

SESSION_KEY = "answered"
MAX_AGE = 60  # seconds: a browser comes at once, and later visits want the page itself


def post_redirect_get(get_response: RequestHandler) -> RequestHandler:
    """Redirect a browser that has sent a form to the page that answers it.

    A page with a ``Content-Location`` is shown there, any other at the URL of the form.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        if request.method == "GET" and _is_navigation(request) and (page := _pop_page(request)):
            return page
        response = get_response(request)
        return _keep_page(request, response) if _is_page_answer(request, response) else response

    return middleware


def _is_navigation(request: HttpRequest) -> bool:
    """Whether a browser goes to a page, and no script or other client asks for it beside that.

    Fetch Metadata tells one from the other. What the service worker keeps of a page must not take
    the answer that its reader is on the way to.
    """
    return request.headers.get("Sec-Fetch-Mode") == "navigate"


def _is_page_answer(request: HttpRequest, response: HttpResponse) -> bool:
    """Whether a form was answered by a page, in a browser that follows redirects to pages."""
    return (
        request.method == "POST"
        and _is_navigation(request)
        and response.status_code < HTTPStatus.INTERNAL_SERVER_ERROR
        and response.headers.get("Content-Type", "").startswith("text/html")
        and "Location" not in response.headers
    )


def _keep_page(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    url = response.headers.get("Content-Location", request.get_full_path())
    page = [time.time(), response.status_code, response.content.decode()]
    request.session[SESSION_KEY] = {url: page}
    redirect = HttpResponseRedirect(url, status=HTTPStatus.SEE_OTHER)
    redirect.cookies = response.cookies
    return redirect


def _pop_page(request: HttpRequest) -> HttpResponse | None:
    """Return the page that was kept for the URL, once."""
    entry = request.session.get(SESSION_KEY, {}).get(request.get_full_path())
    if entry is None:
        return None
    del request.session[SESSION_KEY]
    kept_at, status, content = entry
    if time.time() - kept_at >= MAX_AGE:
        return None
    return HttpResponse(content, status=status, headers={"Cache-Control": "private, no-store"})
