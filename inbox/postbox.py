"""Takes mails by LMTP from this machine's mail server, or by SMTP from anywhere.

A mail is confirmed when its row is committed. Whatever happens before that, its sender still has
it and tries again; what is stored by then is the same row.
"""

from __future__ import annotations

import asyncio
import ssl
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import TypeAlias

import structlog
from django.db import close_old_connections

from inbox import store
from inbox.conversation import (
    NOT_NOW,
    ROOM_FULL,
    TOO_MANY_MAILS,
    Conversation,
    Crowd,
    LmtpConversation,
)
from inbox.models import IncomingMail
from inbox.waiting_rooms import RoomFullError, TooManyError
from mail import clock

THREADS = 4
GRACE_SECONDS = 3.0
STORED = "250 2.0.0 Stored"

Where: TypeAlias = Path | tuple[str, int]

log = structlog.get_logger()


class Postbox:
    """A door for mails: its connections, and the few threads that store what they bring."""

    def __init__(self, door: IncomingMail.Door, tls: ssl.SSLContext | None = None) -> None:
        self._door, self._tls = door, tls
        self._crowd = Crowd()
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="postbox")

    async def serve(self, where: Where, end: asyncio.Event) -> None:
        """Take mails until ``end``; those that are under way then have a moment to arrive."""
        with closing(await self._listen(where)):
            log.info("postbox listens", door=self._door.value, where=str(where))
            await end.wait()
        await self._crowd.close(GRACE_SECONDS)
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def _listen(self, where: Where) -> asyncio.Server:
        loop = asyncio.get_running_loop()
        if isinstance(where, Path):
            server = await loop.create_unix_server(self._converse, where)
            where.chmod(0o660)  # for the group of its folder, which is the mail server's
            return server
        host, port = where
        return await loop.create_server(self._converse, host, port)

    def _converse(self) -> Conversation:
        """Return what talks to a new connection."""
        is_lmtp = self._door == IncomingMail.Door.LMTP
        kind = LmtpConversation if is_lmtp else Conversation
        return kind(self._crowd, self._store_copy, self._tls)

    async def _store_copy(self, raw: bytes, envelope: store.MailEnvelope) -> str:
        """Store a mail for one recipient, and return the answer to its sender."""
        loop = asyncio.get_running_loop()
        try:
            is_new = await loop.run_in_executor(self._threads, self._store, raw, envelope)
        except TooManyError as error:
            is_of_some = isinstance(error, RoomFullError)
            log.warning(
                "mail not stored, too many wait", door=self._door.value, is_of_some=is_of_some
            )
            return ROOM_FULL if is_of_some else TOO_MANY_MAILS
        except Exception as error:  # whatever it is: the sender still has the mail
            log.error("mail not stored", door=self._door.value, error=type(error).__name__)
            return NOT_NOW
        log.info("mail stored", door=self._door.value, size=len(raw), is_new=is_new)
        return STORED

    def _store(self, raw: bytes, envelope: store.MailEnvelope) -> bool:
        if self._door == IncomingMail.Door.TRIAL:  # where anybody signs in as anybody, too
            envelope = replace(envelope, verdict="pass")
        close_old_connections()  # one that broke, or has become old
        try:
            return store.store_mail(raw, envelope, self._door, now=clock.now())
        finally:
            close_old_connections()
