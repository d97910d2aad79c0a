"""What is known of a mail before it is answered."""

from __future__ import annotations

from datetime import datetime

import pytest

from inbox.models import IncomingMail
from inbox.received import ReceivedMail, read_mail
from inbox.store import MailEnvelope, store_mail

pytestmark = pytest.mark.django_db


def receive(raw: bytes, now: datetime) -> ReceivedMail:
    store_mail(raw, MailEnvelope(recipient="reply+x@a.io"), IncomingMail.Door.LMTP, now=now)
    return read_mail(IncomingMail.objects.get(), now)


def test_what_the_author_has_written_is_known(now: datetime) -> None:
    mail = receive(b"From: Alice <alice@example.org>\n\nA\n\nZugpost wrote:\n> S13xS33\n", now)
    assert (mail.sender, mail.text) == ("alice@example.org", "A")


def test_a_subject_counts_where_it_is_not_ours(now: datetime) -> None:
    assert receive(b"Subject: Re: yes\n\n", now).subject == "yes"


def test_our_own_subject_does_not_count(now: datetime) -> None:
    assert receive(b"Subject: Re: [Conquest 9] Your turn (turn 13)\n\n", now).subject == ""


@pytest.mark.parametrize(
    "header", ["From: alice@example.org, bob@example.org", "From: (((", "To: alice@example.org"]
)
def test_a_mail_of_no_one_author_has_no_sender(header: str, now: datetime) -> None:
    assert receive(header.encode() + b"\n\nA", now).sender == ""
