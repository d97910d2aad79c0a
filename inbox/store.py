"""Stores mails as they arrive, raw and once; nothing is read before it is stored."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from datetime import datetime

import msgspec

from inbox import waiting_rooms
from inbox.addresses import recipient_key
from inbox.models import IncomingMail
from mail import crypto, failpoints

MAX_BYTES = 512 * 1024


class TooLargeError(Exception):
    """A mail is larger than any answer to a letter."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MailEnvelope:
    """How a mail has arrived: to which of our addresses, from which address by its envelope
    (``sender``, "" for bounces), and from which host. ``verdict`` is what a provider says of its
    author: "pass", "signed" if that may be by a signature alone, "fail", or "" where it says
    nothing."""

    recipient: str
    sender: str = ""
    ip: str = ""
    helo: str = ""
    verdict: str = ""


def store_mail(
    raw: bytes,
    envelope: MailEnvelope,
    door: IncomingMail.Door,
    *,
    now: datetime,
    event_id: str = "",
) -> bool:
    """Store a mail to one address; return whether it is new. It is committed when this returns,
    unless the caller has a transaction.

    ``event_id`` is what a provider calls it.

    :raises TooLargeError: beyond ``MAX_BYTES``.
    :raises TooManyError: if too many wait already; the sender has to try again.
    """
    if len(raw) > MAX_BYTES:
        raise TooLargeError
    key = mail_key(raw, envelope, event_id)
    # First, so that who tries again hears that we have the mail, also when there is no room.
    if IncomingMail.objects.filter(key=key).exists():
        return False
    rooms = waiting_rooms.find_rooms(envelope.recipient)
    waiting_rooms.check_room(rooms)
    failpoints.hit("before_mail_stored")
    # Of two doors that store the same mail at once, one does: the key is unique.
    _row, is_new = IncomingMail.objects.get_or_create(
        key=key,
        defaults={
            "address_key": rooms.address_key,
            "person_key": rooms.person_key,
            "door": door,
            "envelope": crypto.encrypt(msgspec.json.encode(envelope)),
            "raw": crypto.encrypt(raw),
            "arrived_at": now,
            "next_at": now,
        },
    )
    failpoints.hit("after_mail_stored")
    return is_new


def mail_key(raw: bytes, envelope: MailEnvelope, event_id: str = "") -> str:
    """Return what names a mail that has arrived: what its provider calls it, else all of it, with
    its way.

    Its Message-ID would let a stranger who knows it take the place of the mail.
    """
    if event_id:
        return build_key("event", event_id)
    way = (recipient_key(envelope.recipient), envelope.sender, envelope.ip)
    return build_key("whole", raw, *way)


def build_key(kind: str, *parts: bytes | str) -> str:
    """Return a key that stands for all of these parts together."""
    whole = [part if isinstance(part, bytes) else part.encode(errors="replace") for part in parts]
    joined = b"\n".join(hashlib.sha256(part).digest() for part in whole)
    return f"{kind}-{hashlib.sha256(joined).hexdigest()}"


def read_envelope(row: IncomingMail) -> MailEnvelope:
    """Return how a stored mail has arrived.

    :raises ValueError: if no key of ours opens it.
    """
    return msgspec.json.decode(_decrypt(row.envelope), type=MailEnvelope)


def read_raw(row: IncomingMail) -> bytes:
    """Return a stored mail as it came.

    :raises ValueError: if no key of ours opens it.
    """
    return _decrypt(row.raw)


def _decrypt(stored: bytes | memoryview) -> bytes:
    opened = crypto.decrypt(bytes(stored))
    if opened is None:
        raise ValueError("no key opens this mail")
    return opened
