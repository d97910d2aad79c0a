"""The pages of a person's program accounts, which people call bots."""

from __future__ import annotations

from http import HTTPStatus

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts.reauthentication import require_recent_sign_in
from api import program_accounts, token_pages
from api.forms import ProgramForm
from api.models import Scope
from games.pages.access import signed_in_person
from games.play import clock
from games.play import program_accounts as accounts

READ_AND_SEND = ["GET", "HEAD", "POST"]
USUAL_SCOPES = (Scope.READ, Scope.PLAY, Scope.TABLES)


@require_recent_sign_in
@never_cache
@require_http_methods(READ_AND_SEND)
def make_program(request: HttpRequest) -> HttpResponse:
    """Show the form of a bot; a POST makes it."""
    form = ProgramForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        try:
            accounts.make_program(
                signed_in_person(request), form.cleaned_data["name"], now=clock.now()
            )
            return redirect("tokens")
        except accounts.ProgramRefused as refused:
            form.add_error("name", str(refused))
    status = HTTPStatus.UNPROCESSABLE_ENTITY if form.is_bound else HTTPStatus.OK
    return render(request, "api/make_bot.html", {"form": form}, status=status)


@require_recent_sign_in
@never_cache
@require_http_methods(READ_AND_SEND)
def make_token(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the form of a token of a bot; a POST makes it and shows it, this once."""
    owner = signed_in_person(request)
    program = accounts.find_program(owner, pk)
    if program is None or program.stopped_at is not None:
        raise Http404
    return token_pages.make_token(request, program, owner, USUAL_SCOPES)


@login_required
@require_POST
def stop_program(request: HttpRequest, pk: int) -> HttpResponse:
    """Stop a bot at once."""
    if program_accounts.stop(signed_in_person(request), pk, now=clock.now()):
        messages.success(request, _("Stopped. It does nothing any more, and its seats are absent."))
    return redirect("tokens")


@login_required
@require_POST
def start_program(request: HttpRequest, pk: int) -> HttpResponse:
    """Let a bot act again."""
    if program_accounts.start(signed_in_person(request), pk):
        messages.success(request, _("Started. It needs a new access token."))
    return redirect("tokens")


@login_required
@require_POST
def delete_program(request: HttpRequest, pk: int) -> HttpResponse:
    """Delete a bot that was stopped."""
    if program_accounts.delete(signed_in_person(request), pk, now=clock.now()):
        messages.success(request, _("Deleted. Its games belong to a former player."))
    return redirect("tokens")
