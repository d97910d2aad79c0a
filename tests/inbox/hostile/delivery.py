"""Brings mails to a postbox by LMTP, byte for byte, as mail servers do and as bad ones do."""

from __future__ import annotations

import re
import smtplib
import time
from types import TracebackType

from tests import servers
from tests.inbox.hostile.targets import HostileMail

FULL = 452  # which is said while many mails are waiting
AT_A_TIME = 400  # mails of one connection, which may have a thousand
PAUSE = 0.05
HOST = "127.0.0.1"
DOT = re.compile(rb"(\A|\r\n)\.")


class MailServer:
    """A mail server with mails for a postbox, to which it is connected while it is entered."""

    def __init__(self, port: int) -> None:
        self._port, self._count = port, 0
        self._line: smtplib.LMTP

    def __enter__(self) -> MailServer:
        self._line = self._connect()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._line.close()

    def bring(self, mail: HostileMail) -> int:
        """Bring a mail, again and again while many are waiting; return the answer."""
        while (code := self._bring_once(mail)) == FULL:
            time.sleep(PAUSE)
        return code

    def _bring_once(self, mail: HostileMail) -> int:
        self._count += 1
        if self._count % AT_A_TIME == 0:
            self._line.close()
            self._line = self._connect()
        self._say("MAIL", f"FROM:<{mail.sender}>", 250)
        self._say("RCPT", f"TO:<{mail.to}>", 250)
        self._say("DATA", "", 354)
        raw = mail.raw if mail.raw.endswith(b"\r\n") else mail.raw + b"\r\n"
        # In one piece, or its end would wait for the other side to confirm the rest.
        self._line.send((DOT.sub(rb"\1..", raw) if mail.is_stuffed else raw) + b".\r\n")
        return self._line.getreply()[0]

    def _say(self, word: str, what: str, answer: int) -> None:
        code, words = self._line.docmd(word, what)
        assert code == answer, (word, what, words)

    def _connect(self) -> smtplib.LMTP:
        line = smtplib.LMTP(HOST, self._port, timeout=servers.PATIENCE)
        line.ehlo()
        return line
