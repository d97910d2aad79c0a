"""The pages that change an address, and the door at which the old one objects."""

from __future__ import annotations

from functools import partial
from http import HTTPStatus
from typing import cast

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from accounts import code_confirmation, email_change, limits, reauthentication
from accounts.code_confirmation import CodePurpose, PendingConfirmation
from accounts.email_normalize import mailbox
from accounts.models import FormerAddress, Person
from mail import clock

READ_AND_SEND = ["GET", "HEAD", "POST"]
TAKEN = gettext_lazy("This address belongs to another account now. Nothing has changed.")


class NewAddressForm(forms.Form):
    """The address that letters shall go to."""

    email = forms.EmailField(
        label=gettext_lazy("New email address"),
        max_length=254,
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )

    def __init__(self, *args: object, person: Person) -> None:
        super().__init__(*args)  # type: ignore[arg-type]
        self.person = person

    def clean_email(self) -> str:
        email = str(self.cleaned_data["email"])
        if mailbox(email) == self.person.mailbox:
            raise forms.ValidationError(_("This is your address already."))
        return email


@reauthentication.require_recent_sign_in
@require_http_methods(READ_AND_SEND)
def new_email_page(request: HttpRequest) -> HttpResponse:
    """Ask for the new address, and send a code there.

    An address that has an account gets a letter as well, but without a code: the person who asks
    sees no difference.
    """
    form = NewAddressForm(request.POST or None, person=_signed_in_person(request))
    if not form.is_valid():
        status = HTTPStatus.UNPROCESSABLE_ENTITY if form.errors else HTTPStatus.OK
        return render(request, "accounts/address.html", {"form": form}, status=status)
    email = form.cleaned_data["email"]
    kind = "new_address" if email_change.is_address_free(email) else "address_taken"
    wanted = PendingConfirmation(CodePurpose.MOVE, email, kind)
    return code_confirmation.request_code(request, wanted) or redirect("address_code")


@login_required
@require_http_methods(READ_AND_SEND)
def new_email_code(request: HttpRequest) -> HttpResponse:
    """Take the code from the new address, and move there."""
    back, then = reverse("change_address"), partial(_move_to_address, request)
    return code_confirmation.confirmation_page(request, CodePurpose.MOVE, back=back, then=then)


def _move_to_address(request: HttpRequest, asked: PendingConfirmation) -> HttpResponse:
    try:
        email_change.change_email(_signed_in_person(request), asked.address, now=clock.now())
    except email_change.AddressTakenError:
        messages.error(request, TAKEN)
        return redirect("change_address")
    except Person.DoesNotExist:
        raise Http404 from None
    limits.remember_place(request, asked.address)
    messages.success(request, _("Letters and codes go to your new address now."))
    return redirect("preferences")


@require_http_methods(READ_AND_SEND)
def objection_page(request: HttpRequest, token: str) -> HttpResponse:
    """Show what can be objected to, and send a code to the old address: the link alone, which
    programs follow and press, does nothing else."""
    left = _former_address(token)
    if request.method != "POST":
        return _hide_from_robots(render(request, "accounts/objection.html", {"left": left}))
    refused = code_confirmation.request_code(
        request, PendingConfirmation(CodePurpose.OBJECTION, left.address, "objection", str(left.pk))
    )
    return refused or redirect("objection_code", token)


@require_http_methods(READ_AND_SEND)
def objection_code(request: HttpRequest, token: str) -> HttpResponse:
    """Take the code from the old address, and give the account back."""
    back = reverse("objection", args=[token])
    then = partial(_give_account_back, request, _former_address(token), back)
    return code_confirmation.confirmation_page(request, CodePurpose.OBJECTION, back=back, then=then)


def _give_account_back(
    request: HttpRequest, left: FormerAddress, back: str, asked: PendingConfirmation
) -> HttpResponse:
    if asked.about != str(left.pk):
        raise Http404
    try:
        email_change.restore_address(left, now=clock.now())
    except email_change.AddressTakenError:
        messages.error(request, TAKEN)
        return redirect(back)
    except Person.DoesNotExist:
        raise Http404 from None
    messages.success(request, _("Your account has this address again. Please sign in."))
    return redirect("account_login")


def _former_address(token: str) -> FormerAddress:
    left = email_change.contestable_change(token, now=clock.now())
    if left is None:
        raise Http404
    return left


def _hide_from_robots(response: HttpResponse) -> HttpResponse:
    response["Referrer-Policy"] = "no-referrer"
    response["X-Robots-Tag"] = "noindex"
    return response


def _signed_in_person(request: HttpRequest) -> Person:
    return cast(Person, request.user)
