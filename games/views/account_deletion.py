"""Views of the deletion of an account: confirmed once on a page and once by a code in a letter."""

from __future__ import annotations

from functools import partial

from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe

from accounts import code_confirmation, reauthentication
from accounts.code_confirmation import CodePurpose, PendingConfirmation
from accounts.models import Person
from games import queries
from games.pages.access import private, signed_in_person
from games.play import account_deletion
from mail import clock

LEAVING = "leaving"
READ_AND_SEND = ["GET", "HEAD", "POST"]


@reauthentication.require_recent_sign_in
@require_http_methods(READ_AND_SEND)
def request_deletion(request: HttpRequest) -> HttpResponse:
    """Show what is deleted and what stays; a POST sends a code by letter.

    Staff cannot delete their account before they have given up their rights.
    """
    person = signed_in_person(request)
    if request.method != "POST" or person.is_staff:
        return render(request, "accounts/delete.html", {"stake": queries.count_open_games(person)})
    refused = code_confirmation.request_code(
        request,
        PendingConfirmation(CodePurpose.DELETION, person.email, "deletion", person=person.pk),
    )
    return refused or redirect("delete_account_code")


@login_required
@require_http_methods(READ_AND_SEND)
def confirm_deletion(request: HttpRequest) -> HttpResponse:
    """Ask for the code; the right one deletes the account and signs the person out."""
    back, then = reverse("delete_account"), partial(_delete_account, request)
    return code_confirmation.confirmation_page(request, CodePurpose.DELETION, back=back, then=then)


def _delete_account(request: HttpRequest, confirmation: PendingConfirmation) -> HttpResponse:
    person = signed_in_person(request)
    # The person can have become staff, or have signed in as somebody else, since the code was sent.
    if person.is_staff or confirmation.person != person.pk:
        return redirect("delete_account")
    is_done = account_deletion.start_deletion(person, now=clock.now())
    logout(request)
    if is_done:
        return render(request, "accounts/deleted.html", {"is_done": True})
    # In the session of this browser, so that nobody else can follow it.
    request.session[LEAVING] = person.pk
    return redirect("delete_account_progress")


@require_safe
@private
def show_progress(request: HttpRequest) -> HttpResponse:
    """Tell who has just deleted their account how far that is."""
    person = Person.objects.filter(pk=request.session.get(LEAVING, 0)).first()
    if person is None:
        return redirect("home")
    context = {"games": account_deletion.count_games(person), "is_done": person.is_deleted}
    return render(request, "accounts/deleted.html", context)
