"""A postbox that ends, is without its database, or meets those who mean it no good."""

from __future__ import annotations

import contextlib
import os
import signal
import smtplib
import socket
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from functools import partial

import psutil  # type: ignore[import-untyped]
import pytest

from inbox import store
from inbox.models import IncomingMail
from tests import servers
from tests.faults import clusters, mails
from tests.faults.sites import Site

TO = f"reply+{'abcde' * 11}@play.example.org"
MAIL = "Message-ID: <{}@example.org>\r\nFrom: alice@example.org\r\n\r\na1-a2\r\n"
SECONDS = 45  # less than slow senders and a database that hangs are waited for
MEGABYTE = 1024 * 1024
PATIENCE = {"DATABASE_PATIENCE": "3", "LOCK_PATIENCE": "1"}


@contextlib.contextmanager
def running(env: dict[str, str], without: str = "") -> Iterator[tuple[servers.Server, int]]:
    """Run a postbox that takes mails by SMTP; yield it and its port."""
    port = servers.free_port()
    command = servers.module("django", "postbox", "--smtp", f"127.0.0.1:{port}", without=without)
    # Not from the fork server, whose processes end without waiting for their threads.
    command = [sys.executable, "-u", *command[1:]]
    with servers.running(command, env, "postbox") as server:
        servers.until(lambda: servers.is_open(port), "the postbox")
        yield server, port


def bring(port: int, number: int = 1, text: str = "") -> bool:
    return mails.bring(port, f"{MAIL.format(number)}{text}".encode(), TO)


def test_a_mail_would_be_lost_if_it_were_confirmed_before_it_is_stored(mail_site: Site) -> None:
    dying = mail_site.planted("before_mail_stored:kill")
    with mails.postbox(dying, without="mails_stored_before_they_are_confirmed") as port:
        assert bring(port)  # so nobody brings it again
        servers.until(mail_site.fired, "the end of the postbox")
    assert not IncomingMail.objects.exists()


def test_of_many_mails_none_is_lost_and_none_comes_twice_while_postboxes_die(
    mail_site: Site,
) -> None:
    port, points = servers.free_port(), ("before_mail_stored", "after_mail_stored")
    waiting = set(range(12))

    def bring_one(number: int) -> None:
        with contextlib.suppress(OSError):  # it is not there, or has just died
            if bring(port, number):
                waiting.discard(number)

    for number, point in enumerate((*points, *points, "")):
        env = mail_site.planted(f"{point}:kill", number) if point else mail_site.env
        command = servers.module("django", "postbox", "--lmtp", f"127.0.0.1:{port}")
        with servers.running(command, env, "postbox"), ThreadPoolExecutor(4) as senders:
            servers.until(lambda: servers.is_open(port), "the postbox")
            list(senders.map(bring_one, sorted(waiting)))
    assert mail_site.fired() == 4
    assert not waiting
    assert IncomingMail.objects.count() == 12


def test_a_postbox_that_is_told_to_end_finishes_what_is_under_way(mail_site: Site) -> None:
    guards = "grace_of_the_postbox,alarm_of_the_postbox"  # a machine may stand still for longer
    with running(mail_site.env, guards) as (server, port):
        idle, busy = smtplib.SMTP("127.0.0.1", port), smtplib.SMTP("127.0.0.1", port)
        idle.ehlo()
        begin_data(busy)
        os.kill(server.process.pid, signal.SIGTERM)
        assert idle.getreply()[0] == 421
        servers.until(lambda: not servers.is_open(port), "the end of the door")
        busy.send(f"{MAIL.format(1)}.\r\n")
        assert busy.getreply()[0] == 250
        assert server.process.wait(SECONDS) == 0
        for client in (idle, busy):
            client.close()
    assert IncomingMail.objects.count() == 1


def test_a_postbox_that_is_told_to_end_does_not_wait_for_a_slow_sender(mail_site: Site) -> None:
    with running(mail_site.env, "alarm_of_the_postbox") as (server, port):
        slow = smtplib.SMTP("127.0.0.1", port)
        begin_data(slow)
        os.kill(server.process.pid, signal.SIGTERM)
        assert server.process.wait(SECONDS) == 0
        slow.close()


def test_mails_are_put_off_while_the_database_hangs(mail_site: Site) -> None:
    with clusters.copy_of(mail_site.env) as cluster:
        env = {**mail_site.env, **PATIENCE, "DATABASE_URL": cluster.url}
        with mails.postbox(env) as port:
            servers.until(partial(is_taken, port, 1), "a confirmation")
            with clusters.frozen(cluster), pytest.raises(smtplib.SMTPDataError, match="451"):
                bring(port, 2)
            for number in (1, 2, 3):
                servers.until(partial(is_taken, port, number), "a confirmation")
        assert cluster.rows("SELECT count(*) FROM inbox_incomingmail") == [(3,)]


def test_a_postbox_ends_although_its_database_hangs(mail_site: Site) -> None:
    with clusters.copy_of(mail_site.env) as cluster:
        env = {**mail_site.env, "DATABASE_URL": cluster.url}
        with running(env) as (server, port), clusters.frozen(cluster):
            client = smtplib.SMTP("127.0.0.1", port)
            begin_data(client)
            client.send(f"{MAIL.format(1)}.\r\n")
            os.kill(server.process.pid, signal.SIGTERM)
            assert server.process.wait(SECONDS) in (0, -signal.SIGALRM)
            client.close()


NESTED = "".join(
    f"Content-Type: multipart/mixed; boundary={n}\r\n\r\n--{n}\r\n" for n in range(200)
)
HOSTILE = {
    "1,000 parts": "Content-Type: multipart/mixed; boundary=a\r\n\r\n" + "--a\r\n\r\nx\r\n" * 1_000,
    "depth 200": NESTED,
    "many fields": "X-A: b\r\n" * 50_000,
    "a long field": "Subject: " + "=?utf-8?q?a?= " * 30_000,
    "no end of lines": "\r\n" * 260_000,
    "one line": "x" * (store.MAX_BYTES - 200),
    "nul": "\0" * 100_000,
}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_a_hostile_mail_is_stored_as_it_came(mail_site: Site, text: str) -> None:
    with mails.postbox(mail_site.env) as port:
        raw = f"{text}\r\n".encode()
        assert mails.bring(port, raw, TO)
    assert store.read_raw(IncomingMail.objects.get()) == raw


def test_hostile_senders_cost_a_postbox_little_memory(mail_site: Site) -> None:
    with running(mail_site.env) as (server, port):
        process = psutil.Process(server.process.pid)
        bring_large(port)
        before = process.memory_info().rss
        with ThreadPoolExecutor(20) as senders:
            list(senders.map(lambda _: send_endlessly(port), range(20)))
            list(senders.map(lambda _: bring_large(port), range(40)))
        assert process.memory_info().rss - before < 150 * MEGABYTE
        assert process.is_running()


def test_hostile_senders_would_cost_a_postbox_much_memory_without_its_limits(
    mail_site: Site,
) -> None:
    port = servers.free_port()
    command = servers.module(
        "django", "postbox", "--smtp", f"127.0.0.1:{port}", without="limits_of_the_postbox"
    )
    with servers.running(command, mail_site.env, "postbox") as server, ExitStack() as stack:
        servers.until(lambda: servers.is_open(port), "the postbox")
        process = psutil.Process(server.process.pid)
        before = process.memory_info().rss
        for _ in range(5):
            client = stack.enter_context(smtplib.SMTP("127.0.0.1", port))
            begin_data(client)
            client.send(b"x" * 40 * MEGABYTE)
            stack.callback(client.close)
        servers.until(
            lambda: process.memory_info().rss - before > 150 * MEGABYTE, "a lot of memory"
        )


def is_taken(port: int, number: int) -> bool:
    """Bring a mail as a sender does who tries again later; tell whether it was confirmed."""
    with contextlib.suppress(smtplib.SMTPDataError):
        return bring(port, number)
    return False


def begin_data(client: smtplib.SMTP) -> None:
    """Say hello, a sender and a recipient, and begin a mail."""
    client.ehlo()
    client.mail("alice@example.org")
    client.rcpt(TO)
    assert client.docmd("DATA")[0] == 354


def send_endlessly(port: int) -> None:
    """Send one line without an end until the postbox hangs up."""
    with smtplib.SMTP("127.0.0.1", port) as client:
        begin_data(client)
        assert isinstance(client.sock, socket.socket)
        with pytest.raises(ConnectionError):
            client.sock.sendall(b"x" * 40 * MEGABYTE)
        client.close()


def bring_large(port: int) -> None:
    """Send a mail of nearly the largest size."""
    with smtplib.SMTP("127.0.0.1", port) as client:
        client.sendmail("alice@example.org", [TO], "x" * (store.MAX_BYTES - 10))
