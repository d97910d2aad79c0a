"""The pages that change an address, and the door at which the old one objects."""

from __future__ import annotations

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

from accounts import deeds, limits, moving, reauthentication
from accounts.addresses import mailbox
from accounts.deeds import Asked, Deed
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


@reauthentication.required
@require_http_methods(READ_AND_SEND)
def page(request: HttpRequest) -> HttpResponse:
    """Ask for the new address, and send a code there.

    An address that has an account gets a letter as well, but without a code: whoever asks sees
    no difference.
    """
    form = NewAddressForm(request.POST or None, person=_reader(request))
    if not form.is_valid():
        status = HTTPStatus.UNPROCESSABLE_ENTITY if form.errors else HTTPStatus.OK
        return render(request, "accounts/address.html", {"form": form}, status=status)
    email = form.cleaned_data["email"]
    kind = "new_address" if moving.is_free(email) else "address_taken"
    refused = deeds.ask(request, Asked(Deed.MOVE, email, kind))
    return refused or redirect("address_code")


@login_required
@require_http_methods(READ_AND_SEND)
def code(request: HttpRequest) -> HttpResponse:
    """Take the code from the new address, and move there."""

    def move(asked: Asked) -> HttpResponse:
        try:
            moving.move(_reader(request), asked.address, now=clock.now())
        except moving.TakenError:
            messages.error(request, TAKEN)
            return redirect("change_address")
        except Person.DoesNotExist:
            raise Http404 from None
        limits.welcome(request, asked.address)
        messages.success(request, _("Letters and codes go to your new address now."))
        return redirect("preferences")

    return deeds.page(request, Deed.MOVE, back=reverse("change_address"), then=move)


@require_http_methods(READ_AND_SEND)
def objection(request: HttpRequest, token: str) -> HttpResponse:
    """Show what can be objected to, and send a code to the old address: the link alone, which
    programs follow and press, does nothing else."""
    left = _left(token)
    if request.method != "POST":
        return _told(render(request, "accounts/objection.html", {"left": left}))
    refused = deeds.ask(request, Asked(Deed.OBJECTION, left.address, "objection", str(left.pk)))
    return refused or redirect("objection_code", token)


@require_http_methods(READ_AND_SEND)
def objection_code(request: HttpRequest, token: str) -> HttpResponse:
    """Take the code from the old address, and give the account back."""
    left = _left(token)

    def give_back(asked: Asked) -> HttpResponse:
        if asked.about != str(left.pk):
            raise Http404
        try:
            moving.give_back(left, now=clock.now())
        except moving.TakenError:
            messages.error(request, TAKEN)
            return redirect("objection", token)
        except Person.DoesNotExist:
            raise Http404 from None
        messages.success(request, _("Your account has this address again. Please sign in."))
        return redirect("account_login")

    back = reverse("objection", args=[token])
    return deeds.page(request, Deed.OBJECTION, back=back, then=give_back)


def _left(token: str) -> FormerAddress:
    left = moving.objectionable(token, now=clock.now())
    if left is None:
        raise Http404
    return left


def _told(response: HttpResponse) -> HttpResponse:
    response["Referrer-Policy"] = "no-referrer"
    response["X-Robots-Tag"] = "noindex"
    return response


def _reader(request: HttpRequest) -> Person:
    return cast(Person, request.user)
