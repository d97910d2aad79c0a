"""Views of the deletion of an account: confirmed once on a page and once by a code in a letter."""

from __future__ import annotations

from functools import partial

from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from accounts import code_confirmation, reauthentication
from accounts.code_confirmation import CodePurpose, PendingConfirmation
from games import queries
from games.pages.access import signed_in_person
from games.play import account_deletion
from mail import clock

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
    account_deletion.delete_account(person, now=clock.now())
    logout(request)
    return render(request, "accounts/deleted.html")
