"""What is known of a mail before it is answered."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest

from inbox import name_servers
from inbox.models import IncomingMail
from inbox.received import ReceivedMail, read_mail
from inbox.store import MailEnvelope, store_mail

Door = IncomingMail.Door
pytestmark = pytest.mark.django_db


def receive(raw: bytes, now: datetime, sender: str = "") -> ReceivedMail:
    envelope = MailEnvelope(recipient="reply+x@a.io", sender=sender)
    store_mail(raw, envelope, IncomingMail.Door.LMTP, now=now)
    return read_mail(IncomingMail.objects.get(), now)


def test_what_the_author_has_written_is_known(now: datetime) -> None:
    mail = receive(b"From: Alice <alice@example.org>\n\nA\n\nZugpost wrote:\n> S13xS33\n", now)
    assert (mail.sender, mail.text) == ("alice@example.org", "A")


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("<1.a=b@example.org>", "<1.a=b@example.org>"),
        ("\n <1@example.org>  ", "<1@example.org>"),
        ("<1\0@example.org>", ""),
        ("=?utf-8?q?=3C1=40a=0A=3E?=", ""),
        ("<1@example.org>\n <2@example.org>", ""),
        ("<1@example.org>\nMessage-ID: <2@example.org>", ""),
        (f"<{'1' * 200}@example.org>", ""),
        ("", ""),
    ],
)
def test_a_message_id_is_kept_where_an_answer_can_bear_it(
    written: str, read: str, now: datetime
) -> None:
    """The database takes no NUL, and no field of our letters has a line break."""
    assert receive(f"Message-ID: {written}\nSubject: x\n\nA".encode(), now).message_id == read


def test_of_a_mail_that_cannot_be_read_its_author_is_known(now: datetime) -> None:
    parts = "--x\n\nA\n" * 1_000
    head = "From: alice@example.org\nContent-Type: multipart/mixed; boundary=x\n\n"
    mail = receive(f"{head}{parts}".encode(), now)
    assert (mail.sender, mail.text, mail.unreadable) == ("alice@example.org", "", "parts")


def test_a_subject_counts_where_it_is_not_ours(now: datetime) -> None:
    assert receive(b"Subject: Re: yes\n\n", now).subject == "yes"


def test_our_own_subject_does_not_count(now: datetime) -> None:
    assert receive(b"Subject: Re: [Conquest 9] Your turn (turn 13)\n\n", now).subject == ""


@pytest.mark.parametrize(
    "header", ["From: alice@example.org, bob@example.org", "From: (((", "To: alice@example.org"]
)
def test_a_mail_of_no_one_author_has_no_sender(header: str, now: datetime) -> None:
    assert receive(header.encode() + b"\n\nA", now).sender == ""


@pytest.mark.parametrize(
    ("door", "is_first_server", "is_authentic"),
    [
        (Door.LMTP, True, True),
        (Door.IMAP, False, True),
        (Door.SMTP, False, True),
        (Door.SMTP, True, False),
        (Door.WEBHOOK, False, False),
    ],
)
def test_results_in_our_name_count_where_a_server_of_ours_stands_before_the_door(
    door: Door,
    is_first_server: bool,
    is_authentic: bool,
    now: datetime,
    settings: Any,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(name_servers, "look_up_within", lambda seconds: lambda name, kind: [])
    settings.MAIL_AUTHSERV_IDS = ["mx.play.example"]
    settings.MAIL_IS_FIRST_SERVER = is_first_server
    raw = (
        b"Authentication-Results: mx.play.example; dmarc=pass header.from=example.invalid; "
        b"spf=pass smtp.mailfrom=example.invalid\n"
        b"From: alice@example.invalid\nTo: reply+x@a.io\n\nA"
    )
    envelope = MailEnvelope(recipient="reply+x@a.io", sender="alice@example.invalid")
    store_mail(raw, envelope, door, now=now)
    mail = read_mail(IncomingMail.objects.get(), now)
    assert mail.is_authentic == is_authentic


@pytest.mark.parametrize("are_on_top", [False, True])
def test_results_below_a_line_of_our_server_count_unless_it_puts_them_on_top(
    are_on_top: bool, now: datetime, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(name_servers, "look_up_within", lambda seconds: lambda name, kind: [])
    settings.MAIL_AUTHSERV_IDS = ["mx.play.example"]
    settings.MAIL_RESULTS_ON_TOP = are_on_top
    raw = (
        b"Received: from mail.example.invalid by mx.play.example\n"
        b"Authentication-Results: mx.play.example; spf=pass smtp.mailfrom=example.invalid\n"
        b"From: alice@example.invalid\nTo: reply+x@a.io\n\nA"
    )
    mail = receive(raw, now, sender="alice@example.invalid")
    assert mail.is_authentic is not are_on_top
