"""``manage.py postbox``: take mails by LMTP from this machine's mail server, or by SMTP."""

from __future__ import annotations

import asyncio
import signal
import ssl
from ipaddress import ip_address
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection

from db.postgres.pooler import check_connection
from inbox.models import IncomingMail
from inbox.postbox import Postbox, Where

SIGNALS = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)
LAST_SECONDS = 5


class Command(BaseCommand):
    help = "Take mails to the addresses of our letters, until Ctrl-C."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        door = parser.add_mutually_exclusive_group(required=True)
        door.add_argument("--lmtp", metavar="PATH|HOST:PORT", help="behind a mail server")
        door.add_argument("--smtp", metavar="HOST:PORT", help="as the first server of a domain")
        parser.add_argument("--public", action="store_true", help="listen beyond this machine, too")
        parser.add_argument("--certificate", metavar="FILE", help="offer STARTTLS with it")
        parser.add_argument("--key", metavar="FILE", help="the key of the certificate")

    def handle(self, *args: Any, **options: Any) -> None:
        if not settings.REPLY_ADDRESS:
            raise CommandError("REPLY_ADDRESS is missing: letters have no addresses to answer to.")
        where = parse_where(options["lmtp"] or options["smtp"], is_public=options["public"])
        postbox = Postbox(
            choose_door(is_lmtp=bool(options["lmtp"])),
            load_certificate(options["certificate"], options["key"]),
        )
        # Once, before the threads ask: an embedded server starts, or one line says what is wrong.
        check_connection(connection)
        try:
            asyncio.run(_serve(postbox, where))
        except OSError as error:
            raise CommandError(f"Nothing can listen there: {error.strerror}.") from error


def choose_door(*, is_lmtp: bool) -> IncomingMail.Door:
    """Return which door this is; that of a trial site vouches for all senders."""
    if settings.PLAY:
        return IncomingMail.Door.TRIAL
    return IncomingMail.Door.LMTP if is_lmtp else IncomingMail.Door.SMTP


def parse_where(given: str, *, is_public: bool) -> Where:
    """Return where to listen: the path of a socket, or host and port.

    :raises CommandError: if it is neither, or beyond this machine without a word.
    """
    if "/" in given:
        return Path(given)
    host, _, port = given.rpartition(":")
    host = host.strip("[]")
    if not host or not port.isdecimal():
        raise CommandError(f"Say a path or HOST:PORT, not {given}.")
    if not is_public and not _is_loopback(host):
        raise CommandError(f"{host} can be reached from elsewhere: say --public if that is meant.")
    return host, int(port)


def _is_loopback(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def load_certificate(certificate: str | None, key: str | None) -> ssl.SSLContext | None:
    """Return what STARTTLS wants, if there is a certificate.

    :raises CommandError: if it cannot be read.
    """
    if certificate is None:
        return None
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    try:
        context.load_cert_chain(certificate, key)
    except OSError as error:  # SSLError is one
        raise CommandError(f"The certificate cannot be read: {error.strerror}.") from error
    return context


async def _serve(postbox: Postbox, where: Where) -> None:
    loop, end = asyncio.get_running_loop(), asyncio.Event()

    def stop() -> None:
        # Whatever hangs then, such as a thread that waits for the database, ends with the process.
        signal.alarm(LAST_SECONDS)
        end.set()

    for number in SIGNALS:
        loop.add_signal_handler(number, stop)
    await postbox.serve(where, end)
