"""The postbox takes mails by LMTP and SMTP, and confirms what is stored."""

from __future__ import annotations

import smtplib
import socket
import ssl
from collections.abc import Iterator
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from inbox import conversation, postbox, store, waiting_rooms
from inbox.management.commands.postbox import load_certificate
from inbox.models import IncomingMail
from mail import clock
from tests import servers
from tests.inbox.certificates import make_certificate
from tests.inbox.conftest import TO_ALICE, TO_BOB, TOKEN, listening

pytestmark = pytest.mark.usefixtures("inbox")

LMTP, SMTP = IncomingMail.Door.LMTP, IncomingMail.Door.SMTP
HELLO = b"Message-ID: <1@example.org>\r\nFrom: alice@example.org\r\n\r\nA1-A2\r\n"
SENDER = "alice@example.org"


@pytest.fixture
def port() -> int:
    return servers.free_port()


@pytest.fixture
def smtp(inbox: None, port: int) -> Iterator[smtplib.SMTP]:
    with listening(SMTP, ("127.0.0.1", port)), smtplib.SMTP("127.0.0.1", port) as client:
        yield client


@pytest.fixture
def lmtp(inbox: None, tmp_path: Path) -> Iterator[smtplib.LMTP]:
    path = tmp_path / "postbox"
    with listening(LMTP, path), smtplib.LMTP(str(path)) as client:
        yield client


def stored() -> list[tuple[str, str, bytes]]:
    """List door, recipient and content of what has been stored."""
    rows = IncomingMail.objects.order_by("pk")
    return [(row.door, store.read_envelope(row).recipient, store.read_raw(row)) for row in rows]


def begin_mail(client: smtplib.SMTP, *recipients: str) -> None:
    """Say hello, a sender and recipients."""
    client.ehlo_or_helo_if_needed()
    client.mail(SENDER)
    for recipient in recipients:
        assert client.rcpt(recipient)[0] == 250


def test_a_mail_by_smtp_is_stored(smtp: smtplib.SMTP) -> None:
    assert smtp.sendmail(SENDER, TO_ALICE, HELLO) == {}
    assert stored() == [("smtp", TO_ALICE, HELLO)]
    row = IncomingMail.objects.get()
    envelope = store.read_envelope(row)
    assert (envelope.sender, envelope.ip) == (SENDER, "127.0.0.1")
    assert envelope.helo == smtp.local_hostname


def test_a_mail_by_lmtp_is_stored(lmtp: smtplib.LMTP) -> None:
    assert lmtp.sendmail(SENDER, TO_ALICE, HELLO) == {}
    assert stored() == [("lmtp", TO_ALICE, HELLO)]
    assert store.read_envelope(IncomingMail.objects.get()).ip == ""


def test_a_mail_to_two_addresses_is_stored_for_each(smtp: smtplib.SMTP) -> None:
    smtp.sendmail(SENDER, [TO_ALICE, TO_BOB], HELLO)
    assert sorted(recipient for _, recipient, _ in stored()) == sorted([TO_ALICE, TO_BOB])


@pytest.mark.parametrize(("door", "verdict"), [(IncomingMail.Door.TRIAL, "pass"), (SMTP, "")])
def test_a_trial_site_alone_vouches_for_senders(
    port: int, door: IncomingMail.Door, verdict: str
) -> None:
    with listening(door, ("127.0.0.1", port)), smtplib.SMTP("127.0.0.1", port) as client:
        client.sendmail(SENDER, TO_ALICE, HELLO)
    assert store.read_envelope(IncomingMail.objects.get()).verdict == verdict


def test_lmtp_answers_for_each_recipient(lmtp: smtplib.LMTP) -> None:
    begin_mail(lmtp, TO_ALICE, TO_BOB)
    assert lmtp.data(HELLO)[0] == 250
    assert lmtp.getreply()[0] == 250


def test_the_socket_is_for_the_group_of_its_folder(lmtp: smtplib.LMTP, tmp_path: Path) -> None:
    assert (tmp_path / "postbox").stat().st_mode & 0o777 == 0o660


def test_a_bounce_has_no_sender(smtp: smtplib.SMTP) -> None:
    smtp.sendmail("", TO_ALICE, HELLO)
    assert store.read_envelope(IncomingMail.objects.get()).sender == ""


def test_a_mail_that_comes_twice_is_confirmed_twice_and_stored_once(smtp: smtplib.SMTP) -> None:
    smtp.sendmail(SENDER, TO_ALICE, HELLO)
    smtp.sendmail(SENDER, TO_ALICE, HELLO)
    assert len(stored()) == 1


def test_dots_at_the_start_of_lines_arrive_as_they_were_written(smtp: smtplib.SMTP) -> None:
    raw = HELLO + b".\r\n..two\r\n.end\r\n"
    smtp.sendmail(SENDER, TO_ALICE, raw)
    assert stored()[0][2] == raw


def test_a_dot_after_a_bare_line_end_does_not_end_a_mail(smtp: smtplib.SMTP) -> None:
    begin_mail(smtp, TO_ALICE)
    smtp.putcmd("data")
    smtp.getreply()
    smtp.send(HELLO + b"\n.\nMAIL FROM:<x@example.org>\r.\r\n\r\n.\r\n")
    assert smtp.getreply()[0] == 250
    assert len(stored()) == 1


def test_a_long_line_arrives_whole(smtp: smtplib.SMTP) -> None:
    raw = HELLO + b"x" * (3 * conversation.MAX_LINE) + b"\r\n.\r\n"
    smtp.sendmail(SENDER, TO_ALICE, raw)
    assert stored()[0][2] == raw


@pytest.mark.parametrize(
    "recipient",
    [
        "reply@play.example.org",
        "reply+short@play.example.org",
        f"reply+{TOKEN}@example.org",
        f"reply+{TOKEN[1:]}1@play.example.org",
        f"other+{TOKEN}@play.example.org",
        f"reply+{TOKEN}@play.example.org.example",
        "postmaster@play.example.org",
        f"reply+{'a' * 500}@play.example.org",
    ],
)
def test_addresses_that_are_not_ours_are_refused(smtp: smtplib.SMTP, recipient: str) -> None:
    smtp.ehlo()
    smtp.mail(SENDER)
    assert smtp.rcpt(recipient)[0] in (500, 550)
    assert smtp.docmd("DATA")[0] == 503


def test_an_address_in_capitals_is_ours(smtp: smtplib.SMTP) -> None:
    smtp.sendmail(SENDER, TO_ALICE.upper(), HELLO)
    assert len(stored()) == 1


def test_the_largest_mail_is_announced(smtp: smtplib.SMTP) -> None:
    smtp.ehlo()
    assert smtp.esmtp_features["size"] == str(512 * 1024)
    assert smtp.mail(SENDER, [f"size={512 * 1024 + 1}"])[0] == 552


def test_nobody_can_sign_in(smtp: smtplib.SMTP) -> None:
    smtp.ehlo()
    assert not smtp.has_extn("auth")
    assert smtp.docmd("AUTH", "PLAIN")[0] == 502


@pytest.mark.parametrize("surplus", [1, store.MAX_BYTES])
def test_a_mail_that_is_too_large_is_refused(smtp: smtplib.SMTP, surplus: int) -> None:
    begin_mail(smtp, TO_ALICE)
    assert smtp.data(b"x" * 500 + b"\r\n" * ((store.MAX_BYTES + surplus) // 2))[0] == 552
    assert stored() == []
    assert smtp.sendmail(SENDER, TO_ALICE, HELLO) == {}


def test_a_mail_that_is_too_large_would_be_stored_without_the_limit(
    smtp: smtplib.SMTP, monkeypatch: pytest.MonkeyPatch
) -> None:
    largest = store.MAX_BYTES
    monkeypatch.setattr(store, "MAX_BYTES", 2 * largest)
    begin_mail(smtp, TO_ALICE)
    assert smtp.data(b"x" * (largest + 1))[0] == 250
    assert len(stored()[0][2]) > largest


def test_a_mail_that_is_too_large_is_refused_to_each_recipient_by_lmtp(lmtp: smtplib.LMTP) -> None:
    begin_mail(lmtp, TO_ALICE, TO_BOB)
    assert lmtp.data(b"x" * (store.MAX_BYTES + 1))[0] == 552
    assert lmtp.getreply()[0] == 552


def test_a_mail_without_end_is_broken_off(smtp: smtplib.SMTP) -> None:
    begin_mail(smtp, TO_ALICE)
    smtp.docmd("DATA")
    assert smtp.sock is not None
    with pytest.raises(ConnectionError):
        smtp.sock.sendall(b"x" * (20 * conversation.MAX_WASTE))
    assert stored() == []


def test_starttls_is_offered_with_a_certificate(port: int, tmp_path: Path) -> None:
    certificate = tmp_path / "certificate.pem"
    make_certificate(certificate)
    tls = load_certificate(str(certificate), None)
    trusting = ssl.create_default_context(cafile=str(certificate))
    with (
        listening(SMTP, ("127.0.0.1", port), tls),
        smtplib.SMTP("localhost", port) as client,
    ):
        client.starttls(context=trusting)
        client.ehlo()
        assert not client.has_extn("auth")
        assert not client.has_extn("starttls")
        client.sendmail(SENDER, TO_ALICE, HELLO)
    assert len(stored()) == 1


def test_starttls_is_not_offered_without_a_certificate(smtp: smtplib.SMTP) -> None:
    smtp.ehlo()
    assert not smtp.has_extn("starttls")


def test_the_log_tells_of_a_mail_without_its_address(
    smtp: smtplib.SMTP, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level("DEBUG"):
        smtp.sendmail(SENDER, TO_ALICE, HELLO)
        smtp.docmd(TOKEN)
    assert "mail stored" in caplog.text
    assert TOKEN not in caplog.text
    assert SENDER not in caplog.text


def test_too_many_recipients_are_put_off(smtp: smtplib.SMTP, monkeypatch: Any) -> None:
    monkeypatch.setattr(conversation, "MAX_RECIPIENTS", 1)
    begin_mail(smtp, TO_ALICE)
    assert smtp.rcpt(TO_BOB)[0] == 452
    assert smtp.data(HELLO)[0] == 250
    assert [recipient for _, recipient, _ in stored()] == [TO_ALICE]


def test_mails_are_put_off_while_too_many_are_waiting(smtp: smtplib.SMTP, monkeypatch: Any) -> None:
    monkeypatch.setattr(waiting_rooms, "MOST_WAITING", 1)
    assert smtp.sendmail(SENDER, TO_ALICE, HELLO) == {}
    begin_mail(smtp, TO_BOB)
    assert smtp.data(HELLO)[0] == 452
    IncomingMail.objects.update(status="handled", handled_at=clock.now())
    assert smtp.sendmail(SENDER, TO_BOB, HELLO) == {}


def test_mails_are_put_off_for_those_alone_for_whom_too_many_wait(
    lmtp: smtplib.LMTP, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(waiting_rooms, "MOST_OF_ADDRESS", 1)
    lmtp.sendmail(SENDER, TO_ALICE, HELLO)
    begin_mail(lmtp, TO_ALICE, TO_BOB)
    assert lmtp.data(HELLO + b"A1-A3\r\n") == (452, conversation.ROOM_FULL[4:].encode())
    assert lmtp.getreply()[0] == 250
    IncomingMail.objects.filter(pk=IncomingMail.objects.earliest("pk").pk).delete()
    assert lmtp.sendmail(SENDER, TO_ALICE, HELLO + b"A1-A3\r\n") == {}


def test_a_mail_that_cannot_be_stored_is_put_off(smtp: smtplib.SMTP, monkeypatch: Any) -> None:
    def fail() -> None:
        raise OSError

    with monkeypatch.context() as broken:
        broken.setattr(clock, "now", fail)
        begin_mail(smtp, TO_ALICE)
        assert smtp.data(HELLO)[0] == 451
    assert smtp.sendmail(SENDER, TO_ALICE, HELLO) == {}
    assert len(stored()) == 1


def test_one_answer_by_smtp_is_the_worst_of_all(smtp: smtplib.SMTP, monkeypatch: Any) -> None:
    store_mail = store.store_mail

    def fail_for_bob(raw: bytes, envelope: store.MailEnvelope, *args: Any, **more: Any) -> bool:
        if envelope.recipient == TO_BOB:
            raise OSError
        return store_mail(raw, envelope, *args, **more)

    monkeypatch.setattr(store, "store_mail", fail_for_bob)
    begin_mail(smtp, TO_ALICE, TO_BOB)
    assert smtp.data(HELLO)[0] == 451


def test_connections_beyond_the_limit_are_put_off(
    smtp: smtplib.SMTP, port: int, monkeypatch: Any
) -> None:
    smtp.ehlo()
    monkeypatch.setattr(conversation, "MAX_CONNECTIONS", 1)
    with pytest.raises(smtplib.SMTPConnectError, match="421"):
        smtplib.SMTP("127.0.0.1", port)
    smtp.quit()
    smtp.connect("127.0.0.1", port)


def test_connections_of_one_place_are_fewer(
    smtp: smtplib.SMTP, port: int, monkeypatch: Any
) -> None:
    smtp.ehlo()
    monkeypatch.setattr(conversation, "MAX_OF_A_PLACE", 1)
    with smtplib.SMTP("127.0.0.1", port) as second:
        second.ehlo()
    monkeypatch.setattr(conversation, "_place", lambda ip: "192.0.2.1")
    with pytest.raises(smtplib.SMTPConnectError, match="421"):
        smtplib.SMTP("127.0.0.1", port)


def test_commands_beyond_the_limit_end_the_connection(smtp: smtplib.SMTP) -> None:
    answers = [smtp.docmd("NOOP")[0] for _ in range(conversation.MAX_COMMANDS["*"] + 1)]
    assert answers == [250] * conversation.MAX_COMMANDS["*"] + [421]


@pytest.mark.parametrize("limit", ["IDLE_SECONDS", "WHOLE_SECONDS"])
def test_a_silent_connection_is_ended(port: int, limit: str, monkeypatch: Any) -> None:
    monkeypatch.setattr(conversation, limit, 0.2)
    with (
        listening(SMTP, ("127.0.0.1", port)),
        socket.create_connection(("127.0.0.1", port)) as line,
    ):
        line.settimeout(servers.PATIENCE)
        with line.makefile("rb") as said:
            assert said.readline().startswith(b"220")
            assert said.readline() == b""


def test_nonsense_does_no_harm(smtp: smtplib.SMTP) -> None:
    smtp.ehlo()
    for words in (b"\xff\xfe\r\n", b"x" * 100_000 + b"\r\n", b"MAIL FROM:<\xff>\r\n", b"\r\n"):
        smtp.send(words)
        assert smtp.getreply()[0] in (250, 451, 500, 501, 553)
    smtp.rset()
    assert smtp.sendmail(SENDER, TO_ALICE, HELLO) == {}


def test_the_end_waits_for_a_mail_that_is_under_way(
    port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postbox, "GRACE_SECONDS", servers.PATIENCE)
    with listening(SMTP, ("127.0.0.1", port)) as stop:
        client, idle = smtplib.SMTP("127.0.0.1", port), smtplib.SMTP("127.0.0.1", port)
        idle.ehlo()
        begin_mail(client, TO_ALICE)
        client.docmd("DATA")
        stopping = Thread(target=stop)
        stopping.start()
        assert idle.getreply()[0] == 421
        client.send(HELLO + b".\r\n")
        assert client.getreply()[0] == 250
        stopping.join(servers.PATIENCE)
        client.close()
        idle.close()
    assert len(stored()) == 1
