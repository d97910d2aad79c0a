"""Mails are stored raw, encrypted and once."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

import pytest
from django.db import connection

from inbox import store
from inbox.models import IncomingMail
from inbox.store import MailEnvelope, TooLargeError, store_mail
from tests.inbox.conftest import TO_ALICE, TOKEN

LMTP = IncomingMail.Door.LMTP
TO_GAME = MailEnvelope(recipient="reply+game@play.example.org", sender="alice@example.org")
RAW = b"Message-ID: <1@example.org>\r\nFrom: alice@example.org\r\n\r\nA1-A2\r\n"


def test_a_mail_is_stored_as_it_came(db: None, now: datetime) -> None:
    assert store_mail(RAW, TO_GAME, LMTP, now=now)
    row = IncomingMail.objects.get()
    assert store.read_raw(row) == RAW
    assert store.read_envelope(row) == TO_GAME
    assert (row.status, row.arrived_at) == ("waiting", now)


def test_a_stored_mail_is_encrypted(db: None, now: datetime) -> None:
    store_mail(RAW, TO_GAME, LMTP, now=now)
    row = IncomingMail.objects.get()
    assert b"A1-A2" not in bytes(row.raw)
    assert b"reply+game" not in bytes(row.envelope)


def test_a_mail_is_stored_once(db: None, now: datetime) -> None:
    store_mail(RAW, TO_GAME, LMTP, now=now)
    assert not store_mail(RAW, TO_GAME, LMTP, now=now)
    assert IncomingMail.objects.count() == 1


@pytest.mark.parametrize(
    ("raw", "way"),
    [(RAW + b"more", {}), (RAW, {"sender": ""}), (RAW, {"ip": "198.51.100.9"})],
)
def test_no_other_mail_takes_the_place_of_one_with_its_message_id(
    raw: bytes, way: dict[str, str], db: None, now: datetime
) -> None:
    """Somebody who got a copy may be faster, and what they bring is not proved."""
    assert store_mail(raw, replace(TO_GAME, **way), LMTP, now=now)
    assert store_mail(RAW, TO_GAME, LMTP, now=now)


@pytest.mark.usefixtures("reply_address")
def test_a_mail_to_another_spelling_of_its_address_is_the_same(db: None, now: datetime) -> None:
    spellings = (TO_ALICE, TO_ALICE.upper(), f'"reply+{TOKEN}"@play.example.org',
                 f"reply%2B{TOKEN}@play.example.org")  # fmt: skip
    stored = [store_mail(RAW, MailEnvelope(recipient=one), LMTP, now=now) for one in spellings]
    assert stored == [True, False, False, False]


def test_a_mail_to_two_addresses_is_two(db: None, now: datetime) -> None:
    store_mail(RAW, TO_GAME, LMTP, now=now)
    assert store_mail(RAW, MailEnvelope(recipient="reply+other@play.example.org"), LMTP, now=now)


def test_a_provider_names_its_mails(db: None, now: datetime) -> None:
    door = IncomingMail.Door.WEBHOOK
    store_mail(RAW, TO_GAME, door, now=now, event_id="1")
    assert not store_mail(b"other", TO_GAME, door, now=now, event_id="1")
    assert store_mail(RAW, TO_GAME, door, now=now, event_id="2")


def test_a_mail_without_a_message_id_is_named_by_all_of_it(db: None, now: datetime) -> None:
    store_mail(b"Subject: x\r\n\r\nMessage-ID: <1@example.org>", TO_GAME, LMTP, now=now)
    assert store_mail(b"Subject: y\r\n\r\nMessage-ID: <1@example.org>", TO_GAME, LMTP, now=now)
    assert not store_mail(b"Subject: y\r\n\r\nMessage-ID: <1@example.org>", TO_GAME, LMTP, now=now)


def test_a_mail_that_is_too_large_is_not_stored(db: None, now: datetime) -> None:
    assert store_mail(b"x" * store.MAX_BYTES, TO_GAME, LMTP, now=now)
    with pytest.raises(TooLargeError):
        store_mail(b"x" * (store.MAX_BYTES + 1), TO_GAME, LMTP, now=now)
    assert IncomingMail.objects.count() == 1


def test_code_of_the_last_release_stores_mails(db: None, now: datetime) -> None:
    """It runs on during an upgrade, after the columns have come."""
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO inbox_incomingmail (key, door, envelope, raw, status, outcome, attempts,"
            " arrived_at, next_at, error)"
            " VALUES ('1', 'lmtp', '', '', 'waiting', '', 0, %(now)s, %(now)s, '')",
            {"now": now},
        )
    row = IncomingMail.objects.get()
    assert (row.proved_key, row.address_key, row.person_key) == ("", "", "")
