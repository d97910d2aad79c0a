"""Requests to channels: pinned to the machine that was looked up, over TLS, without redirects."""

from __future__ import annotations

import socket
import ssl
import time
from collections.abc import Iterator
from contextlib import closing, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from mail.channels import guard, sender
from mail.channels.guard import PinnedAddress
from mail.channels.sender import NoAnswerError, Request
from tests.mail.channels.receiver import Receiver

TARGET = PinnedAddress("ntfy.sh", "/topic?x=1", ("8.8.8.8",))
HELLO = Request(b"hello", {"Content-Type": "text/plain"})
LOOPBACK = ("127.0.0.1",)


def test_a_request_is_posted_to_the_host_by_its_name(received: Receiver) -> None:
    assert sender.send_request(TARGET, HELLO, received.connect) == 204
    (posted,) = received.posted
    assert (posted.path, posted.headers["Host"], posted.body) == ("/topic?x=1", "ntfy.sh", b"hello")


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_a_redirect_is_followed_nowhere(received: Receiver, status: int) -> None:
    received.statuses = [status]
    received.headers = {"Location": f"http://127.0.0.1:{received.port}/inside"}
    assert sender.send_request(TARGET, HELLO, received.connect) == status
    assert [posted.path for posted in received.posted] == ["/topic?x=1"]


def _read_request(line: socket.socket) -> None:
    read = b""
    while not read.endswith(HELLO.body):
        read += line.recv(10_000)


def _answer_with(answer: bytes, *, hangs: bool = False) -> Any:
    def connect(target: PinnedAddress) -> socket.socket:
        ours, theirs = socket.socketpair()

        def serve() -> None:
            with closing(theirs):
                _read_request(theirs)
                theirs.sendall(answer)
                if hangs:
                    theirs.recv(1)

        Thread(target=serve, daemon=True).start()
        return ours

    return connect


@pytest.mark.parametrize("answer", [b"", b"nonsense\r\n\r\n", b"HTTP/1.1 abc\r\n\r\n"])
def test_what_is_no_answer_of_the_web_is_none(answer: bytes) -> None:
    with pytest.raises(NoAnswerError):
        sender.send_request(TARGET, HELLO, _answer_with(answer))


def test_no_more_than_a_little_of_an_answer_is_read() -> None:
    many = b"HTTP/1.1 200 OK\r\n\r\n" + b"x" * 100_000
    assert sender.send_request(TARGET, HELLO, _answer_with(many)) == 200


def test_an_answer_that_never_ends_is_given_up(monkeypatch: Any) -> None:
    monkeypatch.setattr(sender, "SECONDS", 0.2)
    with pytest.raises(NoAnswerError):
        sender.send_request(TARGET, HELLO, _answer_with(b"HTTP/1.1", hangs=True))


def test_a_handshake_that_comes_byte_by_byte_is_given_up(monkeypatch: Any) -> None:
    """Without an end of its own it would last as long as bytes come: this test would hang."""
    listening = socket.create_server(("127.0.0.1", 0))
    monkeypatch.setattr(guard, "PORT", listening.getsockname()[1])
    monkeypatch.setattr(sender, "SECONDS", 0.2)

    def drip() -> None:
        line, _place = listening.accept()
        with closing(line), suppress(OSError):
            line.sendall(b"\x16\x03\x03\x40\x00")  # the head of a long record
            while True:
                line.sendall(b"\0")
                time.sleep(0.02)

    thread = Thread(target=drip, daemon=True)
    thread.start()
    with closing(listening), pytest.raises(NoAnswerError):
        sender.send_request(PinnedAddress("ntfy.sh", "/", LOOPBACK), HELLO, sender.connect)
    thread.join(5)


@pytest.fixture
def certified(tmp_path: Path, monkeypatch: Any) -> Iterator[list[str | None]]:
    """Run a server on loopback with a certificate for ntfy.sh; yield the names it is asked by."""
    asked: list[str | None] = []
    context = _server_context(tmp_path)
    context.sni_callback = lambda line, name, context: asked.append(name)
    listening = socket.create_server(("127.0.0.1", 0))

    def serve() -> None:
        while True:
            try:
                plain, _place = listening.accept()
            except OSError:
                return
            try:
                with context.wrap_socket(plain, server_side=True) as line:
                    _read_request(line)
                    line.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
            except OSError:
                plain.close()

    thread = Thread(target=serve, daemon=True)
    thread.start()
    monkeypatch.setattr(guard, "PORT", listening.getsockname()[1])
    trusting = ssl.create_default_context(cafile=str(tmp_path / "ca.pem"))
    monkeypatch.setattr(sender, "_tls", lambda: trusting)
    yield asked
    listening.shutdown(socket.SHUT_RDWR)
    listening.close()
    thread.join(5)


def _server_context(folder: Path) -> ssl.SSLContext:
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "ntfy.sh")])
    today = datetime.now(UTC)
    builder = x509.CertificateBuilder(name, name, key.public_key(), 1)
    builder = builder.not_valid_before(today - timedelta(days=1))
    builder = builder.not_valid_after(today + timedelta(days=1))
    names = x509.SubjectAlternativeName([x509.DNSName("ntfy.sh")])
    signed = builder.add_extension(names, critical=False).sign(key, hashes.SHA256())
    pem = serialization.Encoding.PEM
    (folder / "ca.pem").write_bytes(signed.public_bytes(pem))
    private = key.private_bytes(
        pem, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    (folder / "key.pem").write_bytes(private)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(folder / "ca.pem", folder / "key.pem")
    return context


def test_a_connection_to_the_machine_asks_by_the_host_name(certified: list[str | None]) -> None:
    target = PinnedAddress("ntfy.sh", "/", LOOPBACK)
    assert sender.send_request(target, HELLO, sender.connect) == 200
    assert certified == ["ntfy.sh"]


def test_a_certificate_of_another_host_is_refused(certified: list[str | None]) -> None:
    with pytest.raises(NoAnswerError):
        sender.send_request(PinnedAddress("discord.com", "/", LOOPBACK), HELLO, sender.connect)
    assert certified == ["discord.com"]


def test_the_next_machine_is_asked_where_one_is_away(certified: list[str | None]) -> None:
    target = PinnedAddress("ntfy.sh", "/", ("127.0.0.2", "127.0.0.1"))
    assert sender.send_request(target, HELLO, sender.connect) == 200
