"""The addresses at which letters are answered: what they hold, and that nobody else makes one."""

from __future__ import annotations

import base64
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any
from urllib.parse import quote

import pytest
from django.conf import settings as site
from django.test import Client
from django.urls import reverse
from django.utils.crypto import salted_hmac
from hypothesis import HealthCheck, given
from hypothesis import settings as effort
from hypothesis import strategies as st

from accounts import reply_address
from accounts.models import Person
from accounts.reply_address import (
    Purpose,
    ReplyTopic,
    read_reply_token,
    write_reply_address,
)
from games.play import account_deletion
from inbox.addresses import find_reply_token

MONDAY = datetime(2026, 3, 2, 12, tzinfo=UTC)
MAILBOX = "reply@play.example.org"


@pytest.fixture(autouse=True)
def answered(settings: Any) -> None:
    settings.REPLY_ADDRESS = MAILBOX


def _topic(person: Person) -> ReplyTopic:
    return ReplyTopic(
        purpose=Purpose.DECISION, person_id=person.pk, about=4711, version=12, expires_at=MONDAY
    )


@pytest.fixture
def topic(alice: Person) -> ReplyTopic:
    return _topic(alice)


@pytest.fixture
def token(topic: ReplyTopic, alice: Person) -> str:
    return write_token(topic, alice)


def write_token(topic: ReplyTopic, person: Person) -> str:
    found = find_reply_token([write_reply_address(topic, person)])
    assert found is not None
    return found


@pytest.mark.parametrize("purpose", Purpose)
def test_a_reply_token_tells_what_its_letter_was_about(purpose: Purpose, alice: Person) -> None:
    topic = replace(_topic(alice), purpose=purpose, about=2**48 - 1, version=2**32 - 1)
    assert read_reply_token(write_token(topic, alice)) == topic


def test_a_reply_token_expires_with_the_next_whole_hour(alice: Person) -> None:
    topic = replace(_topic(alice), expires_at=MONDAY - timedelta(minutes=20))
    read = read_reply_token(write_token(topic, alice))
    assert read is not None
    assert not read.is_expired(MONDAY - timedelta(seconds=1))
    assert read.is_expired(MONDAY)


def test_a_number_that_is_too_large_makes_no_reply_address(
    topic: ReplyTopic, alice: Person
) -> None:
    with pytest.raises(OverflowError):
        write_reply_address(replace(topic, about=2**48), alice)


@pytest.mark.parametrize(
    ("mailbox", "before", "domain"),
    [
        ("reply@example.org", "reply+", "example.org"),
        ("answers1@example.org", "answers1+", "example.org"),
        ("@reply.example.org", "", "reply.example.org"),
    ],
)
def test_a_reply_address_is_one_that_mail_servers_take(
    topic: ReplyTopic, alice: Person, settings: Any, mailbox: str, before: str, domain: str
) -> None:
    settings.REPLY_ADDRESS = mailbox
    address = write_reply_address(topic, alice)
    local, _at, host = address.partition("@")
    assert (local[: len(before)], host) == (before, domain)
    assert len(local) <= 64
    assert local == local.lower()
    assert read_reply_token(write_token(topic, alice)) == topic


def test_there_is_no_reply_address_where_letters_are_not_answered(
    topic: ReplyTopic, alice: Person, settings: Any
) -> None:
    address = write_reply_address(topic, alice)
    settings.REPLY_ADDRESS = ""
    assert write_reply_address(topic, alice) == ""
    assert find_reply_token([address]) is None


@pytest.mark.parametrize(
    "written",
    [
        lambda address: address.upper(),
        lambda address: f"Zugpost <{address}>",
        lambda address: f'"Games, by letter" <{address}>',
        lambda address: f"{address[:40]}\r\n {address[40:]}",
        lambda address: quote(address),
        lambda address: address.replace("+", "%2b"),
        lambda address: '"{}"@{}'.format(*address.split("@")),
        lambda address: f"bob@example.org, {address}",
        lambda address: f"<{address}.>",
    ],
)
def test_a_reply_token_is_found_however_its_address_is_written(
    topic: ReplyTopic, alice: Person, written: Any
) -> None:
    address = write_reply_address(topic, alice)
    found = find_reply_token(["bob@example.org", written(address)])
    assert found is not None
    assert read_reply_token(found) == topic


@pytest.mark.parametrize(
    "written",
    [
        lambda address: "",
        lambda address: MAILBOX,
        lambda address: address.replace("play.", "play2."),
        lambda address: address + ".example.com",
        lambda address: address.replace("reply+", "reply"),
        lambda address: address.replace("reply+", "no-reply+"),
        lambda address: address.replace("+", "+a"),
        lambda address: address.replace("+", "+0")[: len(address)],
        lambda address: address.replace("@", "@evil.example@"),
    ],
)
def test_another_address_has_no_reply_token(topic: ReplyTopic, alice: Person, written: Any) -> None:
    assert find_reply_token([written(write_reply_address(topic, alice))]) is None


def _write(raw: bytes) -> str:
    return base64.b32encode(raw).decode().rstrip("=").lower()


def _read(token: str) -> bytes:
    return base64.b32decode(token.upper() + "=")


def _flip(token: str, mask: int) -> str:
    return _write((int.from_bytes(_read(token)) ^ mask).to_bytes(34))


def _bits_without_effect(token: str) -> list[int]:
    return [bit for bit in range(272) if read_reply_token(_flip(token, 1 << bit))]


def test_a_reply_token_with_a_flipped_bit_is_not_read(token: str, topic: ReplyTopic) -> None:
    assert read_reply_token(token) == topic
    assert _bits_without_effect(token) == []


def test_flipped_bits_of_a_reply_token_are_read_where_no_tag_is_checked(
    token: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The tests beside this one would fail without the HMAC."""
    monkeypatch.setattr(reply_address, "_has_tag", lambda *_given: True)
    assert len(_bits_without_effect(token)) > 200


@effort(deadline=None, suppress_health_check=[*HealthCheck])
@given(mask=st.integers(1, 2**272 - 1))
def test_a_reply_token_with_many_flipped_bits_is_not_read(token: str, mask: int) -> None:
    assert read_reply_token(_flip(token, mask)) is None


def test_the_spare_bits_of_a_reply_token_are_not_ours_to_choose(token: str) -> None:
    alphabet = "abcdefghijklmnopqrstuvwxyz234567"
    others = [token[:-1] + last for last in alphabet if last != token[-1]]
    assert [other for other in others if read_reply_token(other)] == []


@pytest.mark.parametrize("wrong", ["", "a", "a" * 54, "a" * 56, "0" * 55, "ä" * 55, "a" * 55])
def test_what_is_no_reply_token_is_not_read(db: None, wrong: str) -> None:
    assert read_reply_token(wrong) is None


def test_a_reply_token_is_not_made_of_the_database_alone(
    token: str, topic: ReplyTopic, alice: Person, settings: Any
) -> None:
    settings.SECRET_KEY_FALLBACKS, settings.SECRET_KEY = [settings.SECRET_KEY], "k" * 50
    assert read_reply_token(token) == topic
    assert read_reply_token(write_token(topic, alice)) == topic
    settings.SECRET_KEY_FALLBACKS = []
    assert read_reply_token(token) is None


def test_a_signature_for_another_purpose_makes_no_reply_token(token: str) -> None:
    payload = _read(token)[:18]
    tag = salted_hmac("accounts.unsubscribe", payload, algorithm="sha256").digest()[:16]
    assert read_reply_token(_write(payload + tag)) is None


def test_a_reply_token_is_of_its_person_alone(
    topic: ReplyTopic, alice: Person, bob: Person
) -> None:
    for_bob = reply_address._pack(replace(topic, person_id=bob.pk))
    tag = reply_address._tag(for_bob, alice.pk, 0, site.SECRET_KEY)
    assert read_reply_token(_write(for_bob + tag)) is None


def test_older_reply_tokens_are_made_useless_by_their_person_alone(
    client: Client, topic: ReplyTopic, token: str, alice: Person, bob: Person
) -> None:
    theirs = write_token(replace(topic, person_id=bob.pk), bob)
    client.force_login(alice)
    assert b"Take no answers to older letters" in client.get(reverse("preferences")).content
    assert client.get(reverse("renew_reply_addresses")).status_code == 405
    assert read_reply_token(token) == topic
    page = client.post(reverse("renew_reply_addresses"), follow=True)
    assert "Older letters can no longer be answered." in page.content.decode()
    alice.refresh_from_db()
    assert read_reply_token(token) is None
    assert read_reply_token(theirs) is not None
    assert read_reply_token(write_token(topic, alice)) == topic


def test_nothing_is_made_useless_where_letters_are_not_answered(
    client: Client, alice: Person, settings: Any
) -> None:
    settings.REPLY_ADDRESS = ""
    client.force_login(alice)
    assert b"older letters" not in client.get(reverse("preferences")).content


def test_a_reply_token_of_a_closed_account_is_not_read(token: str, alice: Person) -> None:
    Person.objects.filter(pk=alice.pk).update(is_active=False)
    assert read_reply_token(token) is None


def test_a_reply_token_of_a_deleted_account_is_not_read(token: str, alice: Person) -> None:
    """Its row is there, and has forgotten its round."""
    assert account_deletion.start_deletion(alice, now=MONDAY)
    assert read_reply_token(token) is None


def test_a_reply_token_of_nobody_is_not_read(token: str, alice: Person) -> None:
    payload = _read(token)[:18]
    for pk in (0, alice.pk + 1000, 2**32 - 1):
        of_nobody = payload[:1] + pk.to_bytes(4) + payload[5:]
        tag = reply_address._tag(of_nobody, pk, 0, site.SECRET_KEY)
        assert read_reply_token(_write(of_nobody + tag)) is None


def test_a_reply_token_is_checked_with_one_query(
    token: str, django_assert_num_queries: Any
) -> None:
    with django_assert_num_queries(1):
        read_reply_token(token)
