"""Mails are deleted a while after they were handled."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest

from accounts.models import Person
from games.letters.reply_to import GOOD_FOR
from inbox import purge
from inbox.models import IncomingMail
from inbox.store import MailEnvelope, store_mail
from tests.inbox.conftest import TO_ALICE

SECOND = timedelta(seconds=1)


def store(now: datetime, number: int = 1, **fields: Any) -> IncomingMail:
    """Store a mail, and note what has become of it."""
    raw = f"Message-ID: <{number}@example.org>\r\n\r\n".encode()
    store_mail(raw, MailEnvelope(recipient=TO_ALICE), IncomingMail.Door.LMTP, now=now)
    mail = IncomingMail.objects.latest("pk")
    IncomingMail.objects.filter(pk=mail.pk).update(**fields)
    return mail


def test_a_mail_is_kept_for_two_weeks_after_it_was_handled(alice: Person, now: datetime) -> None:
    store(now - timedelta(days=60), status="handled", handled_at=now, person=alice)
    assert purge.delete_old_mails(now + timedelta(days=14) - SECOND) == 0
    assert purge.delete_old_mails(now + timedelta(days=14)) == 1


def test_a_mail_of_nobody_that_we_know_is_kept_for_a_day(db: None, now: datetime) -> None:
    store(now, status="handled", handled_at=now)
    assert purge.delete_old_mails(now + timedelta(days=1) - SECOND) == 0
    assert purge.delete_old_mails(now + timedelta(days=1)) == 1


def test_what_a_mail_says_goes_before_its_name(db: None, now: datetime) -> None:
    """A stranger could bring it again as long as its address is good."""
    mail = store(now, status="handled", handled_at=now, proved_key="proved-1")
    assert purge.delete_old_mails(now + purge.HANDLED_FOR - SECOND) == 0
    assert purge.delete_old_mails(now + purge.HANDLED_FOR) == 1
    assert purge.delete_old_mails(now + purge.HANDLED_FOR) == 0
    mail.refresh_from_db()
    assert (bytes(mail.raw), bytes(mail.envelope), mail.proved_key) == (b"", b"", "proved-1")
    assert purge.delete_old_mails(now + purge.KEYS_FOR - SECOND) == 0
    assert purge.delete_old_mails(now + purge.KEYS_FOR) == 1


def test_names_of_mails_outlive_the_addresses_that_they_went_to() -> None:
    assert purge.KEYS_FOR > GOOD_FOR


def test_a_dead_mail_is_kept_until_somebody_must_have_looked(db: None, now: datetime) -> None:
    store(now, status="dead")
    assert purge.delete_old_mails(now + purge.DEAD_FOR - SECOND) == 0
    assert purge.delete_old_mails(now + purge.DEAD_FOR) == 1


def test_a_mail_that_waits_is_never_deleted(db: None, now: datetime) -> None:
    store(now)
    assert purge.delete_old_mails(now + timedelta(days=1000)) == 0


def test_many_mails_are_deleted_in_batches(
    db: None, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(purge, "BATCH", 2)
    for number in range(5):
        store(now, number, status="handled", handled_at=now)
    assert purge.delete_old_mails(now + purge.HANDLED_FOR) == 5
    assert not IncomingMail.objects.exists()
