"""A Postfix that is set up as docs/running.md says brings mails to the postbox, and no others."""

from __future__ import annotations

import re
import smtplib
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from inbox import store
from inbox.models import IncomingMail
from tests import mail_host, servers
from tests.documents import documented_file, typed_lines
from tests.faults.sites import Site

pytestmark = mail_host.needs_postfix
TOKEN = "abcde" * 11
TO_ALICE = f"reply+{TOKEN}@games.example.org"
FORGED = "Authentication-Results: mail.example.org; dmarc=pass header.from=example.org\r\n"
MAIL = FORGED + "Message-ID: <{}@example.org>\r\nFrom: alice@example.org\r\n\r\na1-a2\r\n"
SPOOL, ETC = "/var/spool/postfix", "/etc/postfix"
# What a test has not: certificates, rspamd, and clients from elsewhere.
LEFT_OUT = ("smtpd_tls", "smtpd_milters", "mynetworks")
OURS = """
inet_interfaces = 127.0.0.1
mynetworks = 127.0.0.2/32
queue_directory = {home}/queue
data_directory = {home}/data
maillog_file = {home}/log/postfix.log
maillog_file_prefixes = {home}
"""


def set_up(home: Path, port: int) -> None:
    """Set up a Postfix of our own in a folder, as the documents say."""
    etc = home / "etc"
    main = [line for line in typed_lines("compatibility_level") if not line.startswith(LEFT_OUT)]
    told = "\n".join(main).replace(ETC, str(etc)) + OURS.format(home=home)
    (etc / "main.cf").write_text(told)
    for name in ("zugpost", "remove_results"):
        (etc / name).write_text(documented_file(f"{ETC}/{name}", "By a mail server of yours"))
    master = Path(f"{ETC}/master.cf.proto").read_text()
    (etc / "master.cf").write_text(re.sub(r"(?m)^smtp +inet", f"127.0.0.1:{port} inet", master))
    subprocess.run([str(mail_host.POSTFIX), "-c", str(etc), "check"], check=True)
    (install,) = typed_lines("install -d -o zugpost -g postfix")
    install = install.replace(SPOOL, str(home / "queue")).replace("-o zugpost", "-o root")
    subprocess.run(install.split(), check=True)


@pytest.fixture
def client(site: Site) -> Iterator[smtplib.SMTP]:
    """A sender from elsewhere, before Postfix and a postbox."""
    port = servers.free_port()
    (setting,) = [
        line for line in typed_lines("EMAIL_URL=smtp://127") if line.startswith("REPLY_ADDRESS")
    ]
    env = {**site.env, "REPLY_ADDRESS": setting.partition("=")[2]}
    with ExitStack() as stack:
        home = stack.enter_context(mail_host.folder())
        set_up(home, port)
        stack.enter_context(mail_host.running(home, port))
        socket = home / "queue/zugpost/postbox"
        command = servers.module("django", "postbox", "--lmtp", str(socket))
        stack.enter_context(servers.running(command, env, "postbox"))
        servers.until(socket.exists, "the socket")
        yield stack.enter_context(smtplib.SMTP("127.0.0.1", port))


def test_postfix_set_up_as_documented_brings_mails_to_the_postbox(client: smtplib.SMTP) -> None:
    for number in range(3):
        client.sendmail("alice@example.org", TO_ALICE, MAIL.format(number))
    servers.until(lambda: IncomingMail.objects.count() == 3, "the mails")
    row = IncomingMail.objects.first()
    assert row is not None
    envelope, raw = store.read_envelope(row), store.read_raw(row)
    assert (row.door, envelope.recipient, envelope.sender) == (
        "lmtp",
        TO_ALICE,
        "alice@example.org",
    )
    assert raw.endswith(b"\r\n\r\na1-a2\r\n")
    assert b"by mail.example.org" in raw
    assert b"Authentication-Results" not in raw


def test_postfix_set_up_as_documented_refuses_what_the_postbox_does(client: smtplib.SMTP) -> None:
    answers = {
        TO_ALICE: 250,
        TO_ALICE.upper(): 250,
        "postmaster@games.example.org": 250,
        "reply@games.example.org": 550,
        TO_ALICE.replace("abcde@", "abcd@"): 550,
        f"reply+{TOKEN}@mail.example.org": 554,
        "bob@example.com": 554,
    }
    client.ehlo()
    client.mail("alice@example.org")
    assert {to: client.rcpt(to)[0] for to in answers} == answers
    assert client.esmtp_features["size"] == str(store.MAX_BYTES)
