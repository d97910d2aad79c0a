"""A second address is added by the code that came there, and the first one is told."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Person
from mail.models import Channel, Delivery

PAGE, CODE = reverse("second_address"), reverse("second_address_code")
SECOND = "alice@second.example.org"
CodeFor = Callable[[str], str]


@pytest.fixture
def signed(client: Client, alice: Person, code_for: CodeFor) -> Client:
    """Alice's browser, just signed in."""
    client.post(reverse("account_login"), {"login": alice.email})
    client.post(reverse("account_confirm_login_code"), {"code": code_for(alice.email)})
    return client


def test_the_code_adds_a_second_address_and_the_first_is_told(
    signed: Client, alice: Person, code_for: CodeFor
) -> None:
    assert signed.post(PAGE, {"email": SECOND})["Location"] == CODE
    assert not Channel.objects.exists()
    signed.post(CODE, {"action": "verify", "code": code_for(SECOND)})
    channel = Channel.objects.get(person=alice)
    assert (channel.second_address, channel.host) == (SECOND, "second.example.org")
    assert SECOND.encode() not in bytes(channel.sealed)
    told = Delivery.objects.get(about__what="second_address")
    assert told.address == alice.email
    assert SECOND in signed.get(reverse("channels")).content.decode()


def test_without_its_code_nothing_is_added(signed: Client, code_for: CodeFor) -> None:
    signed.post(PAGE, {"email": SECOND})
    right = code_for(SECOND)
    signed.post(CODE, {"action": "verify", "code": "WRONG" if right != "WRONG" else "OTHER"})
    assert not Channel.objects.exists()
    assert signed.post(PAGE, {"email": "ALICE@example.org"}).status_code == 422
