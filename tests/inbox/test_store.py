"""Mails are stored raw, encrypted and once."""

from __future__ import annotations

from datetime import datetime

import pytest

from inbox import store
from inbox.models import IncomingMail
from inbox.store import MailEnvelope, TooLargeError, store_mail

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


@pytest.mark.parametrize("again", [RAW, RAW + b"more"])
def test_a_mail_of_the_same_message_id_is_stored_once(
    again: bytes, db: None, now: datetime
) -> None:
    store_mail(RAW, TO_GAME, LMTP, now=now)
    assert not store_mail(again, TO_GAME, LMTP, now=now)
    assert IncomingMail.objects.count() == 1


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
