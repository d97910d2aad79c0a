"""The forms of sign-up and sign-in: allauth's, in our words."""

from __future__ import annotations

from typing import Any

from allauth.account import forms as allauth
from allauth.mfa.webauthn import forms as passkeys
from django import forms
from django.contrib import messages
from django.core.validators import MaxLengthValidator
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext_lazy as _

NOT_TOO_LONG = MaxLengthValidator(254)  # RFC 5321, and what the database holds


class NewcomerForm(allauth.SignupForm):  # type: ignore[misc]
    """Name and address of somebody new."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        email = self.fields["email"]
        email.label = _("Email address")
        email.help_text = _("For letters about your games. Nobody else sees it.")
        email.widget.attrs = {"type": "email", "autocomplete": "email"}
        email.validators.append(NOT_TOO_LONG)

    def try_save(self, request: HttpRequest) -> tuple[Any, HttpResponse | None]:
        """Make the person, unless somebody took the name or the address at the same moment."""
        try:
            with transaction.atomic():
                return super().try_save(request)  # type: ignore[no-any-return]
        except IntegrityError:
            messages.error(request, _("Please send that once more"))
            return None, redirect("account_signup")


class AddressForm(allauth.LoginForm):  # type: ignore[misc]
    """The address a code is sent to."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        login = self.fields["login"]
        login.label = _("Email address")
        login.widget.attrs = {"type": "email", "autocomplete": "email"}
        login.validators.append(NOT_TOO_LONG)


class CodeForm(allauth.ConfirmLoginCodeForm):  # type: ignore[misc]
    """The code from the letter."""

    code = forms.CharField(
        label=_("Code"),
        max_length=20,
        widget=forms.TextInput(
            attrs={"autocomplete": "one-time-code", "class": "code", "spellcheck": "false"}
        ),
    )


class VerificationForm(allauth.ConfirmEmailVerificationCodeForm):  # type: ignore[misc]
    """The first code from the letter."""

    code = CodeForm.base_fields["code"]


class PasskeyForm(passkeys.AddWebAuthnForm):  # type: ignore[misc]
    """A new passkey: always one that signs in by itself."""

    name = forms.CharField(
        label=_("Name of the key"),
        max_length=40,
        required=False,
        help_text=_("So that you know it again, for example the name of the device."),
    )
    passwordless = forms.BooleanField(initial=True, widget=forms.HiddenInput)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial["name"] = ""


class PasskeyNameForm(passkeys.EditWebAuthnForm):  # type: ignore[misc]
    """Another name for a passkey."""

    name = forms.CharField(label=_("Name of the key"), max_length=40)
