"""Sends a request to an address that the guard let pass, and reads no more than a little of the
answer: no redirect is followed, and no machine is asked but those that were looked up."""

from __future__ import annotations

import socket
import ssl
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from functools import cache
from http.client import HTTPConnection, HTTPException
from threading import Timer
from typing import TypeAlias

from mail.channels import guard
from mail.channels.guard import PinnedAddress

CONNECT_SECONDS, SECONDS = 5.0, 10.0
MAX_ANSWER = 10_000


@dataclass(frozen=True, slots=True)
class Request:
    """What is sent to a channel."""

    body: bytes
    headers: Mapping[str, str] = field(default_factory=dict)


Connect: TypeAlias = Callable[[PinnedAddress], socket.socket]


class NoAnswerError(Exception):
    """Nobody has answered, or not in time, or not as servers of the web do."""


@cache
def _tls() -> ssl.SSLContext:
    return ssl.create_default_context()


def connect(target: PinnedAddress) -> socket.socket:
    """Connect to the first machine of a target that answers, and have it show the certificate of
    the host.

    :raises OSError: where none does.
    """
    failure: OSError = OSError("no machine")
    for machine in target.machines:
        try:
            plain = socket.create_connection((machine, guard.PORT), CONNECT_SECONDS)
        except OSError as error:
            failure = error
            continue
        return _wrap_socket(plain, target.host)
    raise failure


def _wrap_socket(plain: socket.socket, host: str) -> socket.socket:
    line = plain
    try:
        line = _tls().wrap_socket(plain, server_hostname=host, do_handshake_on_connect=False)
        with _hang_up_in_time(line):  # who shows a certificate byte by byte is not waited for
            line.do_handshake()
    except OSError:
        line.close()
        raise
    return line


def send_request(target: PinnedAddress, request: Request, connect: Connect) -> int:
    """Send a request and return the status of its answer.

    :raises NoAnswerError: where there is none.
    """
    try:
        with closing(connect(target)) as line, _hang_up_in_time(line):
            return _post(line, target, request)
    except (OSError, HTTPException, ValueError) as error:
        raise NoAnswerError(type(error).__name__) from error


def _post(line: socket.socket, target: PinnedAddress, request: Request) -> int:
    http = HTTPConnection(target.host)
    http.sock = line  # so that it looks nothing up and connects to nobody
    headers = {"User-Agent": "Zugpost", "Connection": "close", **request.headers}
    http.request("POST", target.path, body=request.body, headers=headers)
    answer = http.getresponse()
    answer.read(MAX_ANSWER)
    return answer.status


@contextmanager
def _hang_up_in_time(line: socket.socket) -> Iterator[None]:
    """End a connection that lasts too long as a whole: a timeout counts for each byte alone."""
    line.settimeout(SECONDS)
    timer = Timer(SECONDS, _shut_down, [line])
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def _shut_down(line: socket.socket) -> None:
    with suppress(OSError):
        # Not that of SSL, which another thread is using.
        socket.socket.shutdown(line, socket.SHUT_RDWR)
