"""What every page offers to somebody whose letters came back: a test letter, and its code."""

from __future__ import annotations

from typing import cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from accounts import bounces, code_confirmation
from accounts.code_confirmation import CodePurpose, PendingConfirmation
from accounts.models import Person
from mail import clock


@login_required
@require_POST
def send_test_letter(request: HttpRequest) -> HttpResponse:
    """Send a test letter to the reader's address."""
    reader = cast(Person, request.user)
    refused = code_confirmation.request_code(
        request, PendingConfirmation(CodePurpose.TEST, reader.email, bounces.TEST, person=reader.pk)
    )
    return refused or redirect("test_letter_code")


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def confirm_test_letter(request: HttpRequest) -> HttpResponse:
    """Take the code from the test letter: then letters reach again."""
    reader = cast(Person, request.user)

    def reach(asked: PendingConfirmation) -> HttpResponse:
        if asked.address == reader.email:
            bounces.mark_reached(reader.pk, clock.now())
            messages.success(request, _("Letters reach you again."))
        return redirect("preferences")

    return code_confirmation.confirmation_page(
        request, CodePurpose.TEST, back=reverse("preferences"), then=reach
    )
