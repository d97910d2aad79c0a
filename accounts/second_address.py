"""A second address of a person, where letters about games go, too, once a code has proved it.

Codes and letters about the account go to the first one alone.
"""

from __future__ import annotations

from functools import partial
from http import HTTPStatus
from typing import cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts import code_confirmation, letters, reauthentication
from accounts.code_confirmation import CodePurpose, PendingConfirmation
from accounts.email_views import READ_AND_SEND, NewAddressForm
from accounts.models import Person
from mail import clock
from mail.channels import registration


@reauthentication.require_recent_sign_in
@require_http_methods(READ_AND_SEND)
def second_address_page(request: HttpRequest) -> HttpResponse:
    """Ask for the second address, and send a code there."""
    person = cast(Person, request.user)
    form = NewAddressForm(request.POST or None, person=person)
    if not form.is_valid():
        status = HTTPStatus.UNPROCESSABLE_ENTITY if form.errors else HTTPStatus.OK
        return render(request, "accounts/second_address.html", {"form": form}, status=status)
    wanted = PendingConfirmation(CodePurpose.SECOND, form.cleaned_data["email"], "new_address")
    return code_confirmation.request_code(request, wanted) or redirect("second_address_code")


@login_required
@require_http_methods(READ_AND_SEND)
def second_address_code(request: HttpRequest) -> HttpResponse:
    """Take the code from the second address, and add it."""
    back, then = reverse("second_address"), partial(_add_address, request)
    return code_confirmation.confirmation_page(request, CodePurpose.SECOND, back=back, then=then)


def _add_address(request: HttpRequest, asked: PendingConfirmation) -> HttpResponse:
    person, now = cast(Person, request.user), clock.now()
    try:
        registration.add_second_address(person.pk, asked.address, now=now)
    except registration.ChannelLimitError:
        messages.error(
            request, _("You have this address already, or ten other ways to hear of things.")
        )
        return redirect("channels")
    letters.post_notice(
        address=person.email, kind="second_address", language=person.language, now=now
    )
    messages.success(request, _("Added. Letters about your games go there, too."))
    return redirect("channels")
