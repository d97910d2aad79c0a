"""The mail host outside: it takes all letters and writes down when each of them came."""

from __future__ import annotations

import email
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from email.policy import default

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session

from deploy.rehearsal.hosts import OUTSIDE

PORT = 2525


@dataclass
class Mailbox:
    """Letters by the names they have on their way, each with the times at which it came."""

    came: dict[str, list[float]] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        """Take a letter."""
        letter = email.message_from_bytes(envelope.original_content or b"", policy=default)
        name = str(letter["Message-ID"]).strip("<>").partition("@")[0]
        with self._lock:
            self.came.setdefault(name, []).append(time.time())
        return "250 taken"

    @property
    def names(self) -> list[str]:
        """Return the name of each letter, as often as it came."""
        with self._lock:
            return [name for name, times in self.came.items() for _ in times]


@contextmanager
def open_mailbox() -> Iterator[Mailbox]:
    """Run the mail host."""
    mailbox = Mailbox()
    controller = Controller(mailbox, hostname=OUTSIDE, port=PORT)
    controller.start()
    try:
        yield mailbox
    finally:
        controller.stop()
