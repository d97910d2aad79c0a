"""What is known of a stored mail: who has sent it, by real questions to a name server."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

import pytest

from inbox import handling, name_servers, received
from inbox.handling import MailOutcome
from inbox.models import IncomingMail
from inbox.received import PATIENCE, ReceivedMail, RetryLaterError, read_mail
from inbox.store import MailEnvelope, store_mail
from tests import servers
from tests.inbox.signing import key_record, sign
from tests.name_server import NameServer, name_server

ALICE = "alice@example.org"
TO_GAME = "reply+x@play.example"
HEAD = f"From: Alice <{ALICE}>\r\nTo: {TO_GAME}\r\nSubject: Re: [Conquest]\r\n"
MAIL = f"{HEAD}\r\nA1-A2\r\n".encode()
RESULTS = (
    b"Authentication-Results: mx.play.example; dmarc=pass header.from=example.org; "
    b"spf=pass smtp.mailfrom=example.org\r\n"
)
SMTP, LMTP = IncomingMail.Door.SMTP, IncomingMail.Door.LMTP

pytestmark = pytest.mark.usefixtures("db")


@pytest.fixture
def server(settings: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[NameServer]:
    monkeypatch.setattr(name_servers, "SECONDS", servers.PATIENCE)
    monkeypatch.setattr(received, "LOOK_UP_SECONDS", servers.PATIENCE)
    with name_server() as server:
        record = key_record()
        server.zone["mail._domainkey.example.org", "TXT"] = [f'"{record[:200]}" "{record[200:]}"']
        server.zone["example.org", "TXT"] = ['"v=spf1 ip4:192.0.2.1 -all"']
        settings.MAIL_NAME_SERVERS = [server.address]
        yield server


def stored(
    raw: bytes, now: datetime, door: IncomingMail.Door = LMTP, sender: str = ALICE
) -> IncomingMail:
    envelope = MailEnvelope(recipient=TO_GAME, sender=sender, ip="192.0.2.1")
    store_mail(raw, envelope, door, now=now)
    return IncomingMail.objects.latest("pk")


@pytest.mark.usefixtures("server")
def test_a_signed_mail_is_authentic_without_any_setting(now: datetime) -> None:
    mail = read_mail(stored(sign(MAIL), now), now)
    assert (mail.sender, mail.is_authentic, mail.automatic) == (ALICE, True, "")


@pytest.mark.usefixtures("server")
def test_the_server_of_the_sender_counts_only_by_smtp_to_the_first_server(
    now: datetime, settings: Any
) -> None:
    by_smtp, by_lmtp = stored(MAIL, now, SMTP), stored(MAIL + b"\r\n", now, LMTP)
    assert not read_mail(by_smtp, now).is_authentic
    settings.MAIL_IS_FIRST_SERVER = True
    assert read_mail(by_smtp, now).is_authentic
    assert not read_mail(by_lmtp, now).is_authentic


@pytest.mark.usefixtures("server")
def test_results_of_our_server_count_unless_we_are_the_first_server(
    now: datetime, settings: Any
) -> None:
    settings.MAIL_AUTHSERV_IDS = ["mx.play.example"]
    row = stored(RESULTS + MAIL, now, SMTP, sender="eve@evil.example")
    assert read_mail(row, now).is_authentic
    settings.MAIL_IS_FIRST_SERVER = True
    assert not read_mail(row, now).is_authentic


def test_no_name_server_is_asked_about_a_mail_of_a_machine(
    server: NameServer, now: datetime
) -> None:
    mail = read_mail(stored(sign(MAIL), now, sender=""), now)
    assert (mail.sender, mail.is_authentic, mail.automatic) == (ALICE, False, "bounce")
    assert server.asked == []


def test_a_mail_from_our_own_address_is_a_machines(now: datetime, settings: Any) -> None:
    settings.REPLY_ADDRESS, settings.MAIL_FROM = "reply@play.example", "Z <letters@play.example>"
    for own in ("letters@play.example", "reply+abc@play.example"):
        mail = read_mail(stored(MAIL.replace(ALICE.encode(), own.encode()), now), now)
        assert mail.automatic == "own-address"


def test_a_mail_waits_while_name_servers_are_away_and_is_unproved_in_the_end(
    server: NameServer, now: datetime
) -> None:
    server.broken.add("mail._domainkey.example.org")
    del server.zone["mail._domainkey.example.org", "TXT"]
    row, seen = stored(sign(MAIL), now), list[ReceivedMail]()

    def note(mail: ReceivedMail, at: datetime) -> MailOutcome:
        seen.append(mail)
        return MailOutcome("noted")

    with pytest.raises(RetryLaterError):
        read_mail(row, now)
    handling.handle_mails(note, clock=lambda: now)
    row.refresh_from_db()
    assert (row.status, row.attempts, seen) == ("waiting", 0, [])
    late = now + PATIENCE + timedelta(minutes=1)
    handling.handle_mails(note, clock=lambda: late)
    assert [(mail.sender, mail.is_authentic) for mail in seen] == [(ALICE, False)]
