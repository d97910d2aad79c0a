"""Sessions: how they are stored, so that the database alone does not tell what is in them, and how
long they last."""

from __future__ import annotations

import json
from functools import partial
from typing import Any

from allauth.core.ratelimit import respond_429
from django.conf import settings
from django.contrib import auth
from django.contrib.auth import logout
from django.contrib.auth import middleware as auth_middleware
from django.contrib.sessions import middleware
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.utils.functional import SimpleLazyObject

from accounts import limits, reauthentication
from accounts.middleware import RequestHandler
from accounts.models import Person
from mail import crypto

SEEN = "seen_at"
EXPIRY = "_session_expiry"  # as Django calls what ``set_expiry`` keeps
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


class AuthenticationMiddleware(auth_middleware.AuthenticationMiddleware):
    """Django's own, but a person is read together with their session."""

    def process_request(self, request: HttpRequest) -> None:
        super().process_request(request)
        user: Any = SimpleLazyObject(partial(_read_user, request))
        request.user = user


def _read_user(request: HttpRequest) -> Any:
    """Return who is signed in, as Django finds them: it reads nobody whom we know already."""
    session = request.session
    session.get(auth.SESSION_KEY)  # reads it
    with Person.objects.reuse_person(getattr(session, "person", None)):
        return auth_middleware.get_user(request)


class SessionMiddleware(middleware.SessionMiddleware):
    """Django's own, but a browser keeps the cookie of a session that is not there, and no shared
    cache keeps an answer that brings a cookie.

    A page asks for things in the background. If its person signs in meanwhile, these are asked for
    by the session before, which has ended; Django would have the browser drop the cookie for that,
    which by then is the one of the new session.
    """

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        is_sent = settings.SESSION_COOKIE_NAME in request.COOKIES
        if is_sent and request.session.is_empty() and not request.session.modified:
            patch_vary_headers(response, ["Cookie"])
        else:
            response = super().process_response(request, response)
        # A page may be the same to all, but what its reader's cookies say is not.
        if response.cookies and "public" in response.get("Cache-Control", ""):
            patch_cache_control(response, private=True)
        return response


def expire_sessions(get_response: RequestHandler) -> RequestHandler:
    """Sign out who has been away for too long, or signed in too long ago."""

    def middleware(request: HttpRequest) -> HttpResponse:
        if request.user.is_authenticated and _has_expired(
            request.session, timezone.now().timestamp()
        ):
            logout(request)
        return _bound_visitor_session(request, get_response(request))

    return middleware


def _bound_visitor_session(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """Keep a session for a day only while nobody is signed in, and a bounded number from a place.

    A sign-in begins a session of the whole lifetime, or of as long as guests may stay away.
    """
    session = request.session
    if isinstance(request.user, Person):
        lasts = settings.GUEST_DAYS * DAY if request.user.is_guest else None
        if session.get(EXPIRY) != lasts:
            session.set_expiry(lasts)
        return response
    if session.is_empty() or not session.modified:
        return response
    if session.session_key is None and not limits.count_visitor_session(request):
        session.flush()
        refusal: HttpResponse = respond_429(request)
        return refusal
    session.set_expiry(DAY)
    return response


def _has_expired(session: Any, now: float) -> bool:
    began = session.get(reauthentication.SESSION_KEY, now)
    seen = session.get(SEEN, began)
    if now - began > settings.SESSION_LIFETIME * DAY or now - seen > settings.SESSION_IDLE * DAY:
        return True
    if now - seen > OFTEN:
        session[SEEN] = now
    return False
