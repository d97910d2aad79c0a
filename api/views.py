"""The pages of a person's access tokens, and the reference of the API."""

from __future__ import annotations

from typing import cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.models import Person
from accounts.reauthentication import require_recent_sign_in
from api import program_accounts, token_pages, tokens
from games.play import clock


@login_required
@never_cache
@require_safe
def list_tokens(request: HttpRequest) -> HttpResponse:
    """Show a person the tokens of their programs, and their bots."""
    person, now = cast(Person, request.user), clock.now()
    context = {
        "tokens": tokens.list_tokens(person, now),
        "bots": program_accounts.list_own_programs(person, now),
    }
    return render(request, "api/tokens.html", context)


@require_recent_sign_in
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def make_token(request: HttpRequest) -> HttpResponse:
    """Show the form of a token; a POST makes it and shows it, this once."""
    person = cast(Person, request.user)
    return token_pages.make_token(request, person, person)


@login_required
@require_POST
def revoke_token(request: HttpRequest, pk: int) -> HttpResponse:
    """Revoke a token: whatever shows it is not let in any more."""
    if tokens.revoke_token(cast(Person, request.user), pk, now=clock.now()):
        messages.success(request, _("Revoked. It opens nothing any more."))
    return redirect("tokens")
