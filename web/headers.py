"""Headers for browsers and caches on every response, unless the view has set them."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse

from accounts.middleware import RequestHandler


def response_headers(get_response: RequestHandler) -> RequestHandler:
    """Keep pages out of shared caches, and a signed-in person's pages out of every cache."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if "Cache-Control" not in response.headers:
            # A browser keeps nothing of somebody signed in: devices are shared.
            personal = request.user.is_authenticated
            response.headers["Cache-Control"] = f"private, no-{'store' if personal else 'cache'}"
        response.headers.setdefault("Cross-Origin-Resource-Policy", "same-origin")
        return response

    return middleware
