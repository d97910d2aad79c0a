"""Who is signed in by the operator's provider: an account by its identifier, by a verified address
the first time, or somebody new."""

from __future__ import annotations

from collections.abc import Iterator
from http import HTTPStatus
from typing import Any

import structlog
from allauth.account.models import EmailAddress
from allauth.core.exceptions import ImmediateHttpResponse
from allauth.socialaccount.adapter import DefaultSocialAccountAdapter
from allauth.socialaccount.models import SocialAccount, SocialApp, SocialLogin
from allauth.socialaccount.providers.base.constants import AuthError
from django.conf import settings
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from accounts.email_normalize import mailbox
from accounts.models import Person
from mail import clock

NAME_LENGTH = 40
PROVED_AT = "proved_at"

log = structlog.get_logger()


class ProviderAdapter(DefaultSocialAccountAdapter):  # type: ignore[misc]
    """What allauth asks about sign-ins by a provider."""

    def list_apps(
        self, request: HttpRequest, provider: str | None = None, client_id: str | None = None
    ) -> list[SocialApp]:
        """Return the provider of the settings, if it is the one that is asked for; none of the
        database counts."""
        if not settings.OIDC_URL or client_id not in (None, settings.OIDC_CLIENT_ID):
            return []
        app = _build_app()
        return [app] if provider in (None, app.provider, app.provider_id) else []

    def populate_user(
        self, request: HttpRequest, sociallogin: SocialLogin, data: dict[str, Any]
    ) -> Person:
        """Fill in who it would be if somebody new; they choose the name themselves."""
        person: Person = sociallogin.user
        name = data.get("name")
        person.name = name[:NAME_LENGTH] if isinstance(name, str) else ""
        person.email = data.get("email") or ""
        return person

    def get_signup_form_initial_data(self, sociallogin: SocialLogin) -> dict[str, str]:
        return {"name": sociallogin.user.name}

    def authenticate_by_email(self, sociallogin: SocialLogin) -> tuple[Person, str] | None:
        """Return whose address it is, where a verified one opens an account by itself."""
        address = verified_address(sociallogin)
        # Rights are not to be had by what somebody else says; and an account that is connected
        # already is that of who had the address there before.
        people = Person.objects.filter(
            is_active=True,
            is_guest=False,
            is_house=False,
            is_program=False,
            is_staff=False,
            is_superuser=False,
        ).exclude(socialaccount__provider=sociallogin.account.provider)
        person = people.filter(mailbox=mailbox(address)).first() if address else None
        return (person, person.email) if person else None

    def pre_social_login(self, request: HttpRequest, sociallogin: SocialLogin) -> None:
        """Let in who is known, connect who was found by their address, and refuse who can neither
        come in nor sign up.

        :raises ImmediateHttpResponse: with the page that says why.
        """
        sociallogin.token = None  # it has told what we ask, and is kept nowhere, not for a moment
        sociallogin.state[PROVED_AT] = clock.now().timestamp()
        if sociallogin.is_existing:
            if sociallogin._did_authenticate_by_email:
                _connect(request, sociallogin)
        elif not verified_address(sociallogin):
            raise ImmediateHttpResponse(refuse_sign_in(request, "unverified"))
        elif Person.objects.filter(mailbox=mailbox(verified_address(sociallogin))).exists():
            raise ImmediateHttpResponse(refuse_sign_in(request, "by_code"))

    def on_authentication_error(
        self, request: HttpRequest, provider: Any, error: Any = None, **more: Any
    ) -> None:
        """Show our page for whatever went wrong.

        :raises ImmediateHttpResponse: always.
        """
        reason = "cancelled" if error == AuthError.CANCELLED else "failed"
        raise ImmediateHttpResponse(refuse_sign_in(request, reason, more.get("exception")))


def verified_address(sociallogin: SocialLogin) -> str:
    """Return the address that the provider says is verified, or ""."""
    return next((one.email for one in sociallogin.email_addresses if one.verified), "")


def provider_name(account: SocialAccount) -> str:
    """Return what people know a provider by: its name, or its address if it was another's."""
    return settings.OIDC_NAME if account.provider == settings.OIDC_URL else account.provider


def list_providers(person: Person) -> Iterator[dict[str, Any]]:
    """Yield by which providers a person can sign in, with their names and since when."""
    for one in SocialAccount.objects.filter(user=person).order_by("pk"):
        yield {"pk": one.pk, "name": provider_name(one), "since": one.date_joined}


def refuse_sign_in(
    request: HttpRequest, reason: str, error: Exception | None = None
) -> HttpResponse:
    """Return the page that says why somebody is not signed in."""
    # The kind of an error alone: its words may be what a provider answered, with tokens in them.
    log.warning("provider refused", reason=reason, error=type(error).__name__ if error else "")
    context = {"reason": reason, "provider": settings.OIDC_NAME}
    return render(request, "accounts/openid_refused.html", context, status=HTTPStatus.FORBIDDEN)


def _build_app() -> SocialApp:
    return SocialApp(
        provider="openid_connect",
        provider_id=settings.OIDC_URL,  # identifiers of another provider are other people's
        name=settings.OIDC_NAME,
        client_id=settings.OIDC_CLIENT_ID,
        secret=settings.OIDC_SECRET,
        settings={"server_url": settings.OIDC_URL},
    )


def _connect(request: HttpRequest, sociallogin: SocialLogin) -> None:
    # The row is saved as a whole, so it must be as it is now; and the letter leaves with it.
    with transaction.atomic():
        person = Person.objects.lock_person(sociallogin.user.pk)
        sociallogin.connect(request, person)
        EmailAddress.objects.filter(user=person, email=person.email.lower()).update(verified=True)
