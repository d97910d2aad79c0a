"""Sessions that began with a passkey."""

from __future__ import annotations

from django.test import Client, RequestFactory

from accounts.allauth_internals import record_authentication
from accounts.models import Person


def sign_in(client: Client, person: Person) -> Client:
    """Sign a person in as a passkey does."""
    client.force_login(person)
    request = RequestFactory().get("/")
    request.session = session = client.session
    record_authentication(request, person, method="mfa", type="webauthn", passwordless=True)
    session.save()
    return client
