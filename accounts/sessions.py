"""Sessions: how they are stored, so that the database alone does not tell what is in them, and how
long they last."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.contrib.auth import logout
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from accounts import reauthentication
from mail import crypto

SEEN = "seen_at"
DAY = 24 * 60 * 60
OFTEN = 60 * 60  # seconds: so seldom it is written down that somebody was here


class EncryptedSerializer:
    """Django's serializer of sessions as JSON, closed."""

    def dumps(self, session: Any) -> bytes:
        return crypto.encrypt(json.dumps(session, separators=(",", ":")).encode())

    def loads(self, stored: bytes) -> Any:
        """Return a session; an empty one where no key of ours opens it."""
        words = crypto.decrypt(stored)
        return {} if words is None else json.loads(words)


def expire_sessions(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Sign out who has been away for too long, or signed in too long ago."""

    def middleware(request: HttpRequest) -> HttpResponse:
        if request.user.is_authenticated and _has_expired(
            request.session, timezone.now().timestamp()
        ):
            logout(request)
        return get_response(request)

    return middleware


def _has_expired(session: Any, now: float) -> bool:
    began = session.get(reauthentication.SESSION_KEY, now)
    seen = session.get(SEEN, began)
    if now - began > settings.SESSION_LIFETIME * DAY or now - seen > settings.SESSION_IDLE * DAY:
        return True
    if now - seen > OFTEN:
        session[SEEN] = now
    return False
