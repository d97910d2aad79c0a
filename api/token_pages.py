"""The page that makes an access token: of a person, or of a bot of theirs."""

from __future__ import annotations

from collections.abc import Sequence
from http import HTTPStatus

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from accounts import letters, limits
from accounts.models import Person
from api import tokens
from api.forms import TokenForm
from api.models import Scope
from games.play import clock

USUAL_SCOPES = (Scope.READ, Scope.PLAY)


def make_token(
    request: HttpRequest, account: Person, owner: Person, scopes: Sequence[Scope] = USUAL_SCOPES
) -> HttpResponse:
    """Return the form of a token of an account, with the usual ``scopes``; a POST makes it and
    shows it this once, and a letter tells its owner."""
    form = TokenForm(request.POST if request.method == "POST" else None, initial={"scopes": scopes})
    if not form.is_valid():
        status = HTTPStatus.UNPROCESSABLE_ENTITY if form.is_bound else HTTPStatus.OK
        context = {"form": form, "account": account}
        return render(request, "api/make.html", context, status=status)
    if not limits.count_token(request, owner):
        words = _("You have made enough access tokens for today: make the next one tomorrow.")
        messages.error(request, words)
        return redirect("tokens")
    now, asked = clock.now(), form.cleaned_data
    try:
        token, secret = tokens.make_token(
            account, asked["name"], asked["scopes"], days=asked["days"], now=now
        )
    except tokens.TokenRefused as refused:
        messages.error(request, str(refused))
        return redirect("tokens")
    letters.post_notice(address=owner.email, kind="token_made", language=owner.language, now=now)
    return render(request, "api/made.html", {"token": token, "secret": secret})
