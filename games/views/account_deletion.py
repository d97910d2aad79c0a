"""Deleting the account: asked twice, once here and once by a code in a letter."""

from __future__ import annotations

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
    """Tell what goes and what stays, and send a code. Staff give up their rights first."""
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
    """Take the code, and delete the account."""
    person = signed_in_person(request)

    def part(asked: PendingConfirmation) -> HttpResponse:
        if person.is_staff or asked.person != person.pk:
            return redirect("delete_account")
        account_deletion.delete_account(person, now=clock.now())
        logout(request)
        return render(request, "accounts/deleted.html")

    return code_confirmation.confirmation_page(
        request, CodePurpose.DELETION, back=reverse("delete_account"), then=part
    )
