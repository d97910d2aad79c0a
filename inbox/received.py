"""A mail as those who answer it know it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime, timedelta
from email.message import EmailMessage
from email.utils import parseaddr

from django.conf import settings

from inbox import addresses, authentication, authors, machines, name_servers, store
from inbox.authentication import SenderVerdict
from inbox.fields import raw_fields
from inbox.models import IncomingMail
from inbox.reading.message import UnreadableMailError, parse_head, parse_message
from inbox.reading.new_text import read_new_text
from inbox.reading.subject import read_subject_answer
from inbox.store import MailEnvelope

MESSAGE_ID = re.compile(r"(?=.{1,200}$)<[!-;=?-~]+@[!-;=?-~]+>")
LOOK_UP_SECONDS = 5.0
PATIENCE = timedelta(days=1)  # with name servers that do not answer


class RetryLaterError(Exception):
    """A mail cannot be handled now, and that is no fault of the mail: it waits."""


class TooFastError(RetryLaterError):
    """Somebody has sent more than is handled at once: their mails wait ``until`` then, and are
    handled in their order."""

    def __init__(self, until: datetime) -> None:
        super().__init__("more than is handled at once")
        self.until = until


@dataclass(frozen=True, slots=True, kw_only=True)
class ReceivedMail:
    """What is known of one mail to one of our addresses, ``recipient``.

    ``sender`` is the address of its author, "" if it does not name exactly one, and
    ``is_authentic`` whether it is certain that the mail comes from there. ``key`` names what it
    says: then it is the same however often the mail is brought.
    ``text`` is what they have written, without what they quote, and ``subject`` what they have
    written instead of our subject. ``automatic`` says why a machine must have written it, "" if a
    person has, and ``unreadable`` why it cannot be read though its head can.
    """

    number: int
    key: str
    recipient: str
    sender: str
    is_authentic: bool
    subject: str
    text: str
    arrived_at: datetime
    message_id: str = ""
    automatic: str = ""
    unreadable: str = ""


def read_author(row: IncomingMail) -> str:
    """Return the address of the author of a stored mail as its head says, "" if it does not name
    exactly one.

    :raises UnreadableMailError: if the head is larger than what people write.
    :raises ValueError: if no key of ours opens it.
    """
    return authors.read_author(parse_head(store.read_raw(row)))


def read_mail(row: IncomingMail, now: datetime) -> ReceivedMail:
    """Return what is known of a stored mail.

    :raises UnreadableMailError: if its head is larger than what people write.
    :raises RetryLaterError: while name servers do not answer.
    :raises ValueError: if no key of ours opens it.
    """
    envelope, raw = store.read_envelope(row), store.read_raw(row)
    message = parse_head(raw)
    automatic = machines.why_automatic(message, envelope.sender, _own_addresses())
    verdict = (
        SenderVerdict(authors.read_author(message), False, "automatic")
        if automatic  # then nobody needs to be asked
        else _judge_sender(row, raw, message, envelope)
    )
    if verdict.is_temporary and now - row.arrived_at < PATIENCE:
        raise RetryLaterError("name servers do not answer")
    text, unreadable = _read_text(raw)
    return ReceivedMail(
        number=row.pk,
        key=_proved_key(message, envelope) if verdict.is_authentic else row.key,
        recipient=envelope.recipient,
        sender=verdict.address,
        is_authentic=verdict.is_authentic,
        subject=read_subject_answer(message),
        text=text,
        arrived_at=row.arrived_at,
        message_id=_read_message_id(message),
        automatic=automatic,
        unreadable=unreadable,
    )


def _read_text(raw: bytes) -> tuple[str, str]:
    """Return what somebody has written, or why that cannot be read."""
    try:
        return read_new_text(parse_message(raw)), ""
    except UnreadableMailError as error:
        return "", error.reason


def _read_message_id(message: EmailMessage) -> str:
    """Return the Message-ID of a mail, "" if it is none: our answer bears it in its head."""
    written = [value.strip() for value in raw_fields(message, "Message-ID")]
    return written[0] if len(written) == 1 and MESSAGE_ID.fullmatch(written[0]) else ""


def _proved_key(message: EmailMessage, envelope: MailEnvelope) -> str:
    """Return what stays the same of a proved mail, whatever a stranger who brings it again changes
    where no signature holds: fields of no consequence, blanks, or how the text is read."""
    # Both would be better to tell two mails apart, but not all signatures cover a Message-ID.
    times = raw_fields(message, "Date") or raw_fields(message, "Message-ID")
    parts = (*times, *raw_fields(message, "From"), *raw_fields(message, "Subject"))
    kept = ("".join(part.split()) for part in parts)
    return store.build_key("proved", addresses.recipient_key(envelope.recipient), *kept)


def _judge_sender(
    row: IncomingMail, raw: bytes, message: EmailMessage, envelope: MailEnvelope
) -> SenderVerdict:
    is_first = settings.MAIL_IS_FIRST_SERVER and row.door == IncomingMail.Door.SMTP
    # Results in our name are those of others where no server of ours stands before the door.
    is_open = is_first or row.door == IncomingMail.Door.WEBHOOK
    return authentication.judge_sender(
        raw,
        message,
        envelope,
        servers=() if is_open else settings.MAIL_AUTHSERV_IDS,
        are_results_on_top=settings.MAIL_RESULTS_ON_TOP,
        is_first_server=is_first,
        look_up=name_servers.look_up_within(LOOK_UP_SECONDS),
    )


def _own_addresses() -> tuple[str, ...]:
    return (parseaddr(settings.MAIL_FROM)[1], settings.REPLY_ADDRESS)
