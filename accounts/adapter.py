"""How sign-in by allauth joins the site: its letters go through the outbox, like all others."""

from __future__ import annotations

from typing import Any

import structlog
from allauth.account.adapter import DefaultAccountAdapter
from django.http import HttpRequest, HttpResponse
from django.utils import translation

from accounts import letters, limits, reauthentication
from accounts.allauth_internals import get_ip
from accounts.email_normalize import mailbox
from accounts.lookalikes import device, pairs, traces
from accounts.models import Person
from mail import clock

KINDS = {
    "account/email/login_code": "sign_in",
    "account/email/email_confirmation_signup": "sign_up",
    "account/email/email_confirmation": "sign_up",
    "account/email/account_already_exists": "known",
    "account/email/unknown_account": "unknown",
    "mfa/email/webauthn_added": "key_added",
    "mfa/email/webauthn_removed": "key_removed",
    "socialaccount/email/account_connected": "provider_added",
    "socialaccount/email/account_disconnected": "provider_removed",
}

log = structlog.get_logger()


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]
    """A mailed code or a passkey signs in, each on its own."""

    def get_login_stages(self) -> list[str]:
        """Leave out the second factor: a passkey stands in place of a code, not behind it."""
        return [
            "allauth.account.stages.LoginByCodeStage",
            "accounts.stages.AddressStage",
            "accounts.stages.GuestStage",
        ]

    def save_user(
        self, request: HttpRequest, user: Person, form: Any, commit: bool = True
    ) -> Person:
        """Take the name from the form, the language from the request, the zone from the browser."""
        user.name = form.cleaned_data["name"]
        user.language = translation.get_language()
        user.time_zone = form.cleaned_data["time_zone"]
        super().save_user(request, user, form, commit=False)
        user.email = form.spelled_address()
        if commit:
            user.save()
        return user

    def login(self, request: HttpRequest, user: Person) -> None:
        """Sign in, with a new session, and remember when and from where."""
        super().login(request, user)
        reauthentication.mark_sign_in(request)
        if not user.is_guest:
            limits.remember_place(request, user.email)
        log.info("signed in", who=limits.log_alias(user.email))

    def post_login(self, request: HttpRequest, user: Person, **more: Any) -> HttpResponse:
        """Return the page to go to, and note what tells two accounts of one person."""
        response: HttpResponse = super().post_login(request, user, **more)
        now, browser = clock.now(), device.read_device(request)
        # Each commits by itself: of two sign-ins at once at least one sees what the other has left.
        traces.record_sign_in(user, device=browser, place=get_ip(request), now=now)
        pairs.point_out_pairs(user, now=now)
        device.remember_device(response, browser)
        return response

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Put the letter into the outbox; the web process never speaks to a mail server."""
        person = Person.objects.filter(mailbox=mailbox(email)).first()
        letters.post_code_letter(
            address=person.email if person else email,  # never as somebody else has spelled it
            code=context.get("code", ""),
            kind=KINDS[template_prefix],
            language=person.language if person else translation.get_language(),
            now=clock.now(),
        )

    def send_account_already_exists_mail(self, email: str) -> None:
        """Tell the owner of an address that somebody wanted to sign up with it."""
        self.send_mail("account/email/account_already_exists", email, {})

    def send_notification_mail(
        self, template_prefix: str, user: Person, *_: Any, **__: Any
    ) -> None:
        """Tell a person that a way to sign in has come or gone, in case it was not their doing."""
        letters.post_notice(
            address=user.email,
            kind=KINDS[template_prefix],
            language=user.language,
            now=clock.now(),
        )
