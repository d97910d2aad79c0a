"""Where a person is signed in: listed, and ended one by one."""

from __future__ import annotations

from typing import cast

from allauth.usersessions.models import UserSession
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts.allauth_internals import end_sessions
from accounts.models import Person


@login_required
@require_safe
def list_sessions(request: HttpRequest) -> HttpResponse:
    """List the sessions of the reader, the newest first."""
    found = UserSession.objects.purge_and_list(cast(Person, request.user))
    newest = sorted(found, key=lambda one: one.created_at, reverse=True)
    return render(request, "accounts/devices.html", {"sessions": newest})


@login_required
@require_POST
def end_session(request: HttpRequest, pk: int) -> HttpResponse:
    """End one of the reader's sessions."""
    session = get_object_or_404(UserSession, pk=pk, user=cast(Person, request.user))
    end_sessions(request, [session])
    messages.success(request, _("That session has ended."))
    return redirect("sessions")
