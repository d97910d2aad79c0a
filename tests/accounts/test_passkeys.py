"""Passkeys that are none: whatever is sent in place of one is refused with a page."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Person

ADD, SIGN_IN, PASSKEY = map(reverse, ("mfa_add_webauthn", "account_login", "mfa_login_webauthn"))
SHAPE = {"id": "AA", "rawId": "AA", "type": "public-key", "clientExtensionResults": {}}
CLIENT = (
    "eyJ0eXBlIjoid2ViYXV0aG4uZ2V0IiwiY2hhbGxlbmdlIjoiQUEiLCJvcmlnaW4iOiJodHRwOi8vdGVzdHNlcnZlciJ9"
)
WRONG: list[Any] = [
    None, [], "x", 7, {}, {"id": 1}, {"response": None}, {"response": []},
    SHAPE, SHAPE | {"response": {}},
    SHAPE | {"response": {"clientDataJSON": "%%%", "attestationObject": "%%%"}},
    SHAPE | {"response": {"clientDataJSON": CLIENT, "attestationObject": "AA"}},
    SHAPE | {"response": {"clientDataJSON": CLIENT, "attestationObject": "oA"}},
    SHAPE | {"response": {"clientDataJSON": "AA", "authenticatorData": "AA", "signature": "AA",
                          "userHandle": "AA"}},
    SHAPE | {"response": {"clientDataJSON": CLIENT, "authenticatorData": "A" * 50,
                          "signature": "AA", "userHandle": "MQ"}},
    SHAPE | {"response": {"clientDataJSON": CLIENT, "authenticatorData": "A" * 50,
                          "signature": "AA", "userHandle": "OTk5OTk5OTk5OTk5OTk5OTk5OTk5OTk5"}},
    SHAPE | {"response": {"clientDataJSON": "\0"}}, {"response": "\ud800"},
]  # fmt: skip
BODIES = [
    *map(json.dumps, WRONG),
    "{",
    "[" * 100_000,
    "",
    "NaN",
    "9" * 5_000,
    f'{{"id": {"9" * 5_000}}}',
]

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("credential", BODIES, ids=range(len(BODIES)))
def test_what_is_no_passkey_signs_nobody_in(client: Client, alice: Person, credential: str) -> None:
    client.get(PASSKEY, headers={"Accept": "application/json"})
    answer = client.post(PASSKEY, {"credential": credential})
    assert (answer.status_code, answer["Location"]) == (302, SIGN_IN)
    assert "_auth_user_id" not in client.session


@pytest.mark.parametrize("credential", BODIES, ids=range(len(BODIES)))
def test_what_is_no_passkey_is_not_added(client: Client, alice: Person, credential: str) -> None:
    client.force_login(alice)
    session = client.session
    session["signed_in_at"] = 1e12
    session.save()
    assert client.get(ADD).status_code == 200
    answer = client.post(ADD, {"credential": credential, "passwordless": "on", "name": "Phone"})
    assert answer.status_code == 422
    assert answer.context["form"].errors
