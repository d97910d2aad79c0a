"""Mails are fetched from a mailbox by IMAP, each once."""

from __future__ import annotations

import ssl
from collections.abc import Iterator
from datetime import datetime
from typing import Any

import pytest
from imap_tools.errors import ImapToolsError

from inbox import mailbox, store, tasks, waiting_rooms
from inbox.models import IncomingMail
from inbox.waiting_rooms import TooManyError
from mail.failpoints import PlantedError
from tests.inbox import dovecot
from tests.inbox.conftest import TO_ALICE, TO_BOB
from tests.inbox.dovecot import Mailbox, needs_dovecot

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("reply_address")]
RAW = (
    f"Return-Path: <alice@example.org>\r\nDelivered-To: {TO_ALICE}\r\n"
    "Message-ID: <{}@example.org>\r\nFrom: Alice <a@example.org>\r\n\r\na1-a2\r\n"
)


@pytest.fixture(scope="module")
def server() -> Iterator[Mailbox]:
    with dovecot.running() as found:
        yield found


@pytest.fixture
def box(server: Mailbox) -> Mailbox:
    """An empty mailbox."""
    server.empty()
    return server


def stored() -> list[tuple[str, bytes]]:
    rows = IncomingMail.objects.order_by("pk")
    return [(store.read_envelope(row).recipient, store.read_raw(row)) for row in rows]


@needs_dovecot
def test_mails_are_fetched_and_marked_as_seen(box: Mailbox, now: datetime) -> None:
    for number in range(3):
        box.deliver(RAW.format(number).encode())
    assert mailbox.fetch_mails(box.url(), clock=lambda: now) == 3
    assert stored() == [(TO_ALICE, RAW.format(number).encode()) for number in range(3)]
    row = IncomingMail.objects.latest("pk")
    assert (row.door, store.read_envelope(row).sender) == ("imap", "alice@example.org")
    assert box.unseen() == 0
    assert mailbox.fetch_mails(box.url(), clock=lambda: now) == 0


@needs_dovecot
def test_a_mail_is_stored_once_when_it_could_not_be_marked_as_seen(
    box: Mailbox, now: datetime, settings: Any
) -> None:
    box.deliver(RAW.format(1).encode())
    settings.FAULT = "before_mail_seen:raise"
    with pytest.raises(PlantedError):
        mailbox.fetch_mails(box.url(), clock=lambda: now)
    assert (len(stored()), box.unseen()) == (1, 1)
    settings.FAULT = ""
    assert mailbox.fetch_mails(box.url(), clock=lambda: now) == 1
    assert (len(stored()), box.unseen()) == (1, 0)


@needs_dovecot
def test_a_mail_stays_unseen_when_it_could_not_be_stored(
    box: Mailbox, now: datetime, settings: Any
) -> None:
    box.deliver(RAW.format(1).encode())
    settings.FAULT = "before_mail_stored:raise"
    with pytest.raises(PlantedError):
        mailbox.fetch_mails(box.url(), clock=lambda: now)
    assert (len(stored()), box.unseen()) == (0, 1)


@needs_dovecot
def test_what_is_none_of_ours_is_seen_and_not_stored(box: Mailbox, now: datetime) -> None:
    box.deliver(b"To: reply@play.example.org\r\n\r\nBuy!\r\n")
    box.deliver(RAW.format(1).encode() + b"x" * store.MAX_BYTES + b"\r\n")
    assert mailbox.fetch_mails(box.url(), clock=lambda: now) == 2
    assert (stored(), box.unseen()) == ([], 0)


@needs_dovecot
def test_no_more_mails_are_fetched_at_a_time_than_a_tick_bears(
    box: Mailbox, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mailbox, "MAX_MAILS", 2)
    for number in range(3):
        box.deliver(RAW.format(number).encode())
    counts = [mailbox.fetch_mails(box.url(), clock=lambda: now) for _ in range(3)]
    assert counts == [2, 1, 0]


@needs_dovecot
def test_mails_wait_in_the_mailbox_while_the_inbox_is_full(
    box: Mailbox, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(waiting_rooms, "MOST_WAITING", 1)
    for number in range(2):
        box.deliver(RAW.format(number).encode())
    with pytest.raises(TooManyError):
        mailbox.fetch_mails(box.url(), clock=lambda: now)
    assert (len(stored()), box.unseen()) == (1, 1)
    IncomingMail.objects.update(status="dead")
    assert mailbox.fetch_mails(box.url(), clock=lambda: now) == 1


@needs_dovecot
def test_a_mail_for_which_there_is_no_room_waits_in_the_mailbox_behind_others(
    box: Mailbox, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(waiting_rooms, "MOST_OF_ADDRESS", 1)
    monkeypatch.setattr(mailbox, "MAX_MAILS", 2)
    for number in range(4):
        box.deliver(RAW.format(number).encode())
    box.deliver(RAW.replace(TO_ALICE, TO_BOB).format(5).encode())
    counts = [mailbox.fetch_mails(box.url(), clock=lambda: now) for _ in range(3)]
    assert (counts, box.unseen()) == ([1, 0, 1], 3)
    assert [recipient for recipient, _raw in stored()] == [TO_ALICE, TO_BOB]
    IncomingMail.objects.update(status="dead")
    assert mailbox.fetch_mails(box.url(), clock=lambda: now) == 1
    assert stored()[-1] == (TO_ALICE, RAW.format(1).encode())


@needs_dovecot
def test_mails_are_fetched_from_the_folder_that_is_named(box: Mailbox, now: datetime) -> None:
    box.deliver(RAW.format(1).encode(), "Answers")
    assert mailbox.fetch_mails(box.url(folder="Answers"), clock=lambda: now) == 1
    assert len(stored()) == 1


@needs_dovecot
def test_a_wrong_password_is_an_error(box: Mailbox, now: datetime) -> None:
    with pytest.raises(ImapToolsError):
        mailbox.fetch_mails(box.url(password="guess"), clock=lambda: now)


@needs_dovecot
def test_a_mailbox_is_known_by_its_certificate(
    box: Mailbox, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(ssl.SSLCertVerificationError):
        mailbox.fetch_mails(box.tls_url, clock=lambda: now)
    monkeypatch.setenv("SSL_CERT_FILE", str(box.certificate))
    box.deliver(RAW.format(1).encode())
    assert mailbox.fetch_mails(box.tls_url, clock=lambda: now) == 1


def test_a_host_that_is_away_is_an_error(now: datetime) -> None:
    with pytest.raises(OSError, match="refused"):
        mailbox.fetch_mails("imap://a:b@127.0.0.1:1/", clock=lambda: now)


def test_a_site_without_a_mailbox_fetches_nothing(settings: Any) -> None:
    settings.IMAP_URL = ""
    assert tasks.fetch_mails() == 0


@pytest.mark.parametrize(
    ("head", "recipients"),
    [
        (f"Delivered-To: {TO_ALICE}", [TO_ALICE]),
        (f"X-Original-To: {TO_ALICE}", [TO_ALICE]),
        (f"To: Zugpost <{TO_ALICE.upper()}>", [TO_ALICE]),
        (f"Delivered-To: reply@play.example.org\r\nTo: <{TO_ALICE}>", [TO_ALICE]),
        (f"Delivered-To: {TO_ALICE}\r\nTo: {TO_ALICE}", [TO_ALICE]),
        (f"To: {TO_ALICE},\r\n {TO_BOB}", [TO_ALICE, TO_BOB]),
        (f"Subject: {TO_ALICE}", []),
        (f"X-A: b\r\n\r\nTo: {TO_ALICE}", []),
        ("X-A: b\r\n" * 50_000 + f"To: {TO_ALICE}", []),
    ],
)
def test_a_mail_of_a_mailbox_goes_to_whom_its_head_names(
    head: str, recipients: list[str], now: datetime
) -> None:
    mailbox._store_mail(f"{head}\r\n\r\na1-a2\r\n".encode(), now)
    assert [recipient for recipient, _raw in stored()] == recipients
