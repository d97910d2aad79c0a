"""What touches the keys of an account wants a sign-in that is not long ago."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from functools import wraps
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import render
from django.utils import timezone

FRESH = timedelta(minutes=15)
KEY = "signed_in_at"

View = Callable[..., HttpResponseBase]


def mark(request: HttpRequest) -> None:
    """Remember that the sign-in of this session is now."""
    request.session[KEY] = timezone.now().timestamp()


def is_fresh(request: HttpRequest) -> bool:
    """Tell whether this session began within ``FRESH``."""
    return bool(timezone.now().timestamp() - request.session.get(KEY, 0) < FRESH.total_seconds())


def required(view: View) -> View:
    """Ask to sign in again before the view, unless that was just done."""

    @login_required
    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if is_fresh(request):
            return view(request, *args, **kwargs)
        return render(request, "account/sign_in_again.html", status=403)

    return guarded
