"""A mail as those who answer it know it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from email.message import EmailMessage
from email.parser import BytesParser
from email.policy import default
from email.utils import getaddresses

from inbox import store
from inbox.models import IncomingMail


@dataclass(frozen=True, slots=True, kw_only=True)
class ReceivedMail:
    """What is known of one mail to one of our addresses, ``recipient``.

    ``key`` names it among all mails. ``sender`` is the address of its author, "" if it does not
    name exactly one, and ``is_authentic`` whether it is certain that the mail comes from there.
    ``text`` is what they have written, without what they quote, and ``subject`` what they have
    written instead of our subject. ``automatic`` says why a machine must have written it, "" if a
    person has.
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


def read_mail(row: IncomingMail) -> ReceivedMail:
    """Return what is known of a stored mail.

    :raises ValueError: if no key of ours opens it.
    """
    envelope, message = store.read_envelope(row), _parse(store.read_raw(row))
    addresses = getaddresses([str(value) for value in message.get_all("From", [])])
    return ReceivedMail(
        number=row.pk,
        key=row.key,
        recipient=envelope.recipient,
        sender=addresses[0][1] if len(addresses) == 1 else "",
        is_authentic=False,
        subject=str(message["Subject"] or ""),
        text=_text(message),
        arrived_at=row.arrived_at,
        message_id=str(message["Message-ID"] or "").strip(),
    )


def _parse(raw: bytes) -> EmailMessage:
    return BytesParser(policy=default).parsebytes(raw)


def _text(message: EmailMessage) -> str:
    part = message.get_body(("plain",))
    return part.get_content() if part else ""
