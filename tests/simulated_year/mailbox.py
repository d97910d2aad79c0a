"""A mail server that keeps of each letter who has got it, and when in the simulated year."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime
from email.parser import BytesHeaderParser
from email.policy import default

from aiosmtpd.smtp import SMTP, Envelope, Session

from tests.servers import PostOffice


@dataclass(frozen=True, slots=True)
class Received:
    """A letter that has come: to whom, by which Message-ID, and when."""

    to: str
    name: str
    at: datetime


@dataclass
class Mailbox(PostOffice):
    """A mail server for the letters of a year, of which only the heads are kept."""

    letters_kept: list[Received] = field(default_factory=list)
    now: datetime = datetime(2026, 1, 5, tzinfo=UTC)

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        if self.refusal:
            return self.refusal
        head = BytesHeaderParser(policy=default).parsebytes(envelope.original_content or b"")
        name = str(head["Message-ID"]).strip("<>").partition("@")[0]
        self.letters_kept.append(Received(envelope.rcpt_tos[0], name, self.now))
        return "250 taken"
