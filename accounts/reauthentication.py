"""What touches the keys of an account wants a sign-in that is not long ago."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from functools import wraps
from typing import Any

from allauth.mfa.models import Authenticator
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone

from accounts.allauth_internals import did_use_passwordless_login
from accounts.models import Person

MAX_AGE = timedelta(minutes=15)
SESSION_KEY = "signed_in_at"

View = Callable[..., HttpResponseBase]


def mark_sign_in(request: HttpRequest) -> None:
    """Remember that the sign-in of this session is now."""
    request.session[SESSION_KEY] = timezone.now().timestamp()


def is_sign_in_recent(request: HttpRequest) -> bool:
    """Return whether this session began within ``MAX_AGE``."""
    age = timezone.now().timestamp() - request.session.get(SESSION_KEY, 0)
    return bool(age < MAX_AGE.total_seconds())


def require_recent_sign_in(view: View) -> View:
    """Return the view behind a page that asks to sign in again, unless that was just done.

    Staff who have a passkey must have used it: their keys open the administration.
    """

    @login_required
    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if is_sign_in_recent(request) and not _needs_passkey(request):
            return view(request, *args, **kwargs)
        is_page = request.method in ("GET", "HEAD")
        onward = request.path if is_page else reverse("preferences")
        return render(request, "account/sign_in_again.html", {"onward": onward}, status=403)

    return guarded


def _needs_passkey(request: HttpRequest) -> bool:
    if not isinstance(request.user, Person) or not request.user.is_staff:
        return False
    keys = Authenticator.objects.filter(user=request.user, type=Authenticator.Type.WEBAUTHN)
    return keys.exists() and not did_use_passwordless_login(request, request.user)
