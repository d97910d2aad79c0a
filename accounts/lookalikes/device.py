"""The cookie by which a browser is known again at its next sign-in."""

from __future__ import annotations

import re
import secrets

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from accounts.lookalikes.traces import KEPT

SHAPE = re.compile(r"[A-Za-z0-9_-]{22}")


def read_device(request: HttpRequest) -> str:
    """Return what names the browser of a request: as its cookie says, or else something new."""
    known = request.COOKIES.get(settings.DEVICE_COOKIE_NAME, "")
    return known if SHAPE.fullmatch(known) else secrets.token_urlsafe(16)


def remember_device(response: HttpResponse, device: str) -> None:
    """Have a browser keep its name for as long as sign-ins with it are kept."""
    response.set_cookie(
        settings.DEVICE_COOKIE_NAME,
        device,
        max_age=KEPT,
        secure=settings.SECURE,
        httponly=True,
        samesite="Lax",
    )
