"""One connection to the postbox: SMTP or LMTP by aiosmtpd, within limits.

A mail is read here and not by aiosmtpd, which keeps all of an endless line in memory, and has one
answer for all recipients where LMTP wants one for each.
"""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from ipaddress import ip_address, ip_network

import structlog
from aiosmtpd.lmtp import LMTP
from aiosmtpd.smtp import SMTP, Envelope, Session, syntax
from django.conf import settings

from inbox import addresses, store

IDLE_SECONDS, MAIL_SECONDS, WHOLE_SECONDS = 60.0, 300.0, 900.0
MAX_CONNECTIONS, MAX_OF_A_PLACE = 100, 10
MAX_RECIPIENTS = 5  # a letter has one reader, who answers it at one address
MAX_LINE = 64 * 1024
MAX_WASTE = 8 * 1024 * 1024  # of a mail that is too large, so that its sender hears why
MAX_COMMANDS = {"MAIL": 1_000, "RCPT": 10_000, "DATA": 1_000, "RSET": 1_000, "*": 20}

TOO_MANY_CONNECTIONS = "421 4.3.2 Too many connections"
CLOSING = "421 4.3.2 Closing, try again later"
NOT_NOW = "451 4.3.0 Not now, try again later"
TOO_MANY_MAILS = "452 4.3.1 Too many mails are waiting, try again later"
ROOM_FULL = "452 4.2.2 Too many mails are waiting for this address, try again later"
TOO_MANY_RECIPIENTS = "452 4.5.3 Too many recipients"
NOT_OFFERED = "502 5.5.1 Nobody signs in here"
OUT_OF_ORDER = "503 5.5.1 A sender and a recipient come first"
NOT_OURS = "550 5.1.1 There is no such address here"
TOO_LARGE = "552 5.3.4 The mail is too large"

StoreCopy = Callable[[bytes, store.MailEnvelope], Awaitable[str]]

log = structlog.get_logger()


class Gatekeeper:
    """Answers what aiosmtpd leaves to its users."""

    async def handle_EHLO(
        self, server: SMTP, session: Session, envelope: Envelope, name: str, lines: list[str]
    ) -> list[str]:
        """Return what is offered: nobody can sign in."""
        session.host_name = name
        return [line for line in lines if not line.startswith("250-AUTH")]

    async def handle_RCPT(
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        """Take an address that looks like ours: nobody learns here whether it is good."""
        if not addresses.find_reply_token([address]):
            return NOT_OURS
        if len(envelope.rcpt_tos) >= MAX_RECIPIENTS:
            return TOO_MANY_RECIPIENTS
        envelope.rcpt_tos.append(address)
        return "250 2.1.5 OK"

    async def handle_exception(self, error: Exception) -> str:
        """Let senders try again after what was not foreseen."""
        log.error("conversation failed", error=type(error).__name__)
        return NOT_NOW


class Conversation(SMTP):
    """A connection from its greeting to its end. ``store_copy`` stores a mail for one of its
    recipients and returns the answer."""

    line_length_limit = MAX_LINE

    def __init__(
        self, crowd: Crowd, store_copy: StoreCopy, tls: ssl.SSLContext | None = None
    ) -> None:
        super().__init__(
            Gatekeeper(),
            hostname=settings.SITE_HOST,
            ident=settings.SITE_NAME,
            data_size_limit=store.MAX_BYTES,
            enable_SMTPUTF8=True,
            timeout=IDLE_SECONDS,
            tls_context=tls,
            command_call_limit=MAX_COMMANDS,
            loop=asyncio.get_running_loop(),
        )
        self._crowd, self._store_copy = crowd, store_copy
        self.is_receiving = False

    @property
    def ip(self) -> str:
        """Where it comes from; nothing if from a socket of this machine."""
        peer = self.session.peer if self.session else None
        return peer[0] if isinstance(peer, tuple) else ""

    def hang_up(self, words: str) -> None:
        """Say why and end the connection."""
        if self.transport is not None:
            self._writer.write(f"{words}\r\n".encode())
            self.transport.close()

    async def _handle_client(self) -> None:
        # Ended when the connection is lost. A client that reads nothing holds it open, even after
        # it was closed for being idle, until the whole time is up.
        with self._crowd.hold_place(self) as is_admitted:
            if not is_admitted:
                self.hang_up(TOO_MANY_CONNECTIONS)
                return
            try:
                async with asyncio.timeout(WHOLE_SECONDS):
                    await super()._handle_client()
            except (TimeoutError, ConnectionError):
                self._abort()

    def _abort(self) -> None:
        if self.transport is not None:
            self._writer.transport.abort()

    async def smtp_AUTH(self, arg: str) -> None:
        """Refuse: there is nobody to be."""
        await self.push(NOT_OFFERED)

    @syntax("DATA")
    async def smtp_DATA(self, arg: str) -> None:
        """Read a mail, store it, and say what has become of it."""
        envelope = self.envelope
        assert envelope is not None
        if not envelope.rcpt_tos:
            await self.push(OUT_OF_ORDER)
            return
        self.is_receiving = True
        try:
            await self.push("354 End with a dot alone in a line")
            self._reset_timeout(MAIL_SECONDS)
            answers = await self._answer_mail(await self._read_mail(), envelope)
            await self.push("\r\n".join(self._replies(answers)))
        finally:
            self.is_receiving = False
            self.envelope = self._create_envelope()
        self._reset_timeout()
        if self._crowd.is_closing:
            self.hang_up(CLOSING)

    async def _answer_mail(self, raw: bytes | None, envelope: Envelope) -> list[str]:
        """Return an answer for each recipient of a mail, which is nothing if it was too large."""
        if raw is None:
            return [TOO_LARGE] * len(envelope.rcpt_tos)
        copies = [self._address_copy(recipient, envelope) for recipient in envelope.rcpt_tos]
        return list(await asyncio.gather(*(self._store_copy(raw, copy) for copy in copies)))

    def _address_copy(self, recipient: str, envelope: Envelope) -> store.MailEnvelope:
        assert self.session is not None
        sender = (envelope.mail_from or "").strip("<>")
        return store.MailEnvelope(
            recipient=recipient,
            sender=_as_text(sender),
            ip=self.ip,
            helo=_as_text(self.session.host_name or ""),
        )

    def _replies(self, answers: Sequence[str]) -> Sequence[str]:
        # SMTP has one answer for all, and a mail that comes twice is stored once.
        return [max(answers)]

    async def _read_mail(self) -> bytes | None:
        """Return a mail without the dots that were added on its way; nothing if too large."""
        raw, size = bytearray(), 0
        async for piece in self._pieces():
            size += len(piece)
            if size <= store.MAX_BYTES:
                raw += piece
            elif size > MAX_WASTE:
                self._abort()
        return bytes(raw) if size <= store.MAX_BYTES else None

    async def _pieces(self) -> AsyncIterator[bytes]:
        """Yield the lines of a mail, those that are too long in pieces."""
        is_start = True
        while (piece := await self._read_piece()) != b".\r\n" or not is_start:
            yield piece.removeprefix(b".") if is_start else piece
            is_start = piece.endswith(b"\r\n")

    async def _read_piece(self) -> bytes:
        try:
            return await self._reader.readuntil(b"\r\n")
        except asyncio.LimitOverrunError as overrun:
            return await self._reader.read(overrun.consumed)


class LmtpConversation(Conversation, LMTP):
    """The same by LMTP, which has an answer for each recipient."""

    def _replies(self, answers: Sequence[str]) -> Sequence[str]:
        return answers


class Crowd:
    """The connections that there are, as many as there may be."""

    def __init__(self) -> None:
        self.is_closing = False
        self._members: dict[asyncio.Task[None], Conversation] = {}

    @contextmanager
    def hold_place(self, conversation: Conversation) -> Iterator[bool]:
        """Count a conversation for as long as it lasts; yield whether there is room for it."""
        task = asyncio.current_task()
        assert task is not None
        if not self._has_room(_place(conversation.ip)):
            yield False
            return
        self._members[task] = conversation
        try:
            yield True
        finally:
            del self._members[task]

    async def close(self, seconds: float) -> None:
        """Hang up where no mail is under way, and wait ``seconds`` for those that are."""
        self.is_closing = True
        for conversation in self._members.values():
            if not conversation.is_receiving:
                conversation.hang_up(CLOSING)
        if self._members:
            await asyncio.wait(list(self._members), timeout=seconds)

    def _has_room(self, place: str) -> bool:
        of_place = sum(_place(member.ip) == place for member in self._members.values())
        return len(self._members) < MAX_CONNECTIONS and (not place or of_place < MAX_OF_A_PLACE)


def _place(ip: str) -> str:
    """Return the network that an address is counted by; nothing for this machine."""
    if not ip or ip_address(ip).is_loopback:
        return ""
    return str(ip_network((ip, 64 if ":" in ip else 32), strict=False))


def _as_text(words: str) -> str:
    """Return words that can be written down: what is no UTF-8 comes as half surrogate pairs."""
    return words.encode(errors="replace").decode()
