"""The forms of sign-up and sign-in: allauth's, in our words."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from allauth.account import forms as allauth
from allauth.core.exceptions import RateLimited
from allauth.core.ratelimit import respond_429
from allauth.mfa.webauthn import forms as passkeys
from django import forms
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.core.validators import MaxLengthValidator
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext_lazy as _

from accounts import limits
from accounts.email_normalize import mailbox
from accounts.models import Person

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

    def spelled_address(self) -> str:
        """Return the address as its owner has written it: a mail server may tell capitals apart."""
        written = Person.objects.normalize_email(str(self.data.get("email", "")).strip())
        known: str = self.cleaned_data["email"]
        return written if written.lower() == known else known

    def validate_unique_email(self, value: str) -> str:
        """Note whether somebody has the address already, however it is spelled."""
        self.account_already_exists = Person.objects.filter(mailbox=mailbox(value)).exists()
        return value

    def try_save(self, request: HttpRequest) -> tuple[Any, HttpResponse | None]:
        """Make the person, unless too many letters went to the address, or somebody took the name
        or the address at the same moment."""
        try:
            limits.count_letter(request, self.cleaned_data["email"])
            with transaction.atomic():
                return super().try_save(request)  # type: ignore[no-any-return]
        except RateLimited:
            return None, respond_429(request)
        except IntegrityError:
            messages.error(request, _("Please send that once more"))
            return None, redirect("account_signup")


class SignInForm(allauth.LoginForm):  # type: ignore[misc]
    """The address a code is sent to."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        login = self.fields["login"]
        login.label = _("Email address")
        login.widget.attrs = {"type": "email", "autocomplete": "email"}
        login.validators.append(NOT_TOO_LONG)

    def _clean_without_password(self, email: str, phone: None) -> dict[str, Any]:
        """Find whose address it is, however it is spelled."""
        people = Person.objects.filter(is_active=True, is_guest=False, is_program=False)
        self.user = people.filter(mailbox=mailbox(email)).first()
        cleaned: dict[str, Any] = self.cleaned_data
        return cleaned

    def login(self, request: HttpRequest, redirect_url: str | None = None) -> HttpResponse:
        """Send a code and ask for it, unless too many letters went to the address."""
        try:
            limits.count_letter(request, self.cleaned_data["login"])
        except RateLimited:
            return respond_429(request)  # type: ignore[no-any-return]
        return super().login(request, redirect_url)  # type: ignore[no-any-return]


def plain_code(text: str) -> str:
    """Return a code as it is compared: its letters and digits alone, full-width ones as plain ones.

    Mail programs and keyboards add dashes of all kinds, blanks and signs that nobody sees.
    """
    return "".join(sign for sign in unicodedata.normalize("NFKC", text) if sign.isalnum())


class CodeField(forms.CharField):
    """A code as people type and paste it."""

    def to_python(self, value: Any) -> str:
        return plain_code(super().to_python(value) or "")

    def widget_attrs(self, widget: forms.Widget) -> dict[str, Any]:
        """Return no ``maxlength``: a browser would cut off a code that came with more signs."""
        attrs = super().widget_attrs(widget)
        return {name: value for name, value in attrs.items() if name != "maxlength"}


class CodeForm(allauth.ConfirmLoginCodeForm):  # type: ignore[misc]
    """The code from the letter."""

    code = CodeField(
        label=_("Code"),
        max_length=20,
        widget=forms.TextInput(
            attrs={"autocomplete": "one-time-code", "class": "code", "spellcheck": "false"}
        ),
    )


class VerificationForm(allauth.ConfirmEmailVerificationCodeForm):  # type: ignore[misc]
    """The first code from the letter."""

    code = CodeForm.base_fields["code"]


class CredentialField(forms.JSONField):
    """What a browser tells of a passkey, as far as it can be JSON at all."""

    default_error_messages = {"invalid": _("That was no passkey. Please try again.")}
    widget = forms.HiddenInput

    def to_python(self, value: Any) -> Any:
        try:
            credential = super().to_python(value)
        except (RecursionError, ValueError) as error:  # too deep, or a number of 5,000 digits
            raise self._invalid_error() from error
        if not isinstance(credential, dict) or "\\u0000" in json.dumps(credential):
            raise self._invalid_error()
        return credential

    def bound_data(self, data: Any, initial: Any) -> str:
        """Never show again what was sent."""
        return ""

    def prepare_value(self, value: Any) -> str:
        return ""

    def _invalid_error(self) -> ValidationError:
        return ValidationError(self.error_messages["invalid"], code="invalid")


@contextmanager
def reject_bad_passkey() -> Iterator[None]:
    """Refuse whatever a library stumbles over in what a browser tells of a passkey.

    Wrong base64, CBOR, keys and signatures each raise something of their own.
    """
    try:
        yield
    except ValidationError:
        raise
    except Exception as error:
        raise ValidationError(
            CredentialField.default_error_messages["invalid"], code="invalid"
        ) from error


class PasskeySignInForm(passkeys.LoginWebAuthnForm):  # type: ignore[misc]
    """A passkey that signs in."""

    credential = CredentialField()

    def clean_credential(self) -> Any:
        with reject_bad_passkey():
            return super().clean_credential()


class PasskeyForm(passkeys.AddWebAuthnForm):  # type: ignore[misc]
    """A new passkey: always one that signs in by itself."""

    name = forms.CharField(
        label=_("Name of the key"),
        max_length=40,
        required=False,
        help_text=_("So that you know it again, for example the name of the device."),
    )
    passwordless = forms.BooleanField(initial=True, widget=forms.HiddenInput)
    credential = CredentialField()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial["name"] = ""

    def clean(self) -> dict[str, Any]:
        with reject_bad_passkey():
            return super().clean()  # type: ignore[no-any-return]


class PasskeyNameForm(passkeys.EditWebAuthnForm):  # type: ignore[misc]
    """Another name for a passkey."""

    name = forms.CharField(label=_("Name of the key"), max_length=40)
