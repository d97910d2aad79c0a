"""What every answer tells browsers and caches, unless the page knows better."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

HEADERS = {
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": (
        "camera=(), geolocation=(), microphone=(), payment=(), usb=(), "
        "publickey-credentials-create=(self), publickey-credentials-get=(self)"
    ),
}


def response_headers(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Keep pages out of shared caches, and a signed-in person's pages out of all."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if "Cache-Control" not in response.headers:
            personal = request.user.is_authenticated
            response.headers["Cache-Control"] = f"private, no-{'store' if personal else 'cache'}"
        for name, value in HEADERS.items():
            response.headers.setdefault(name, value)
        return response

    return middleware
