"""Stores mails as they arrive, raw and once; nothing is read before it is stored."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from datetime import datetime

import msgspec

from inbox.models import IncomingMail
from mail import crypto, failpoints

MAX_BYTES = 512 * 1024
HEAD_BYTES = 64 * 1024
MESSAGE_ID = re.compile(rb"^message-id:[ \t]*(?:\r?\n[ \t]+)?([^\r\n]{1,998})", re.I | re.M)


class TooLargeError(Exception):
    """A mail is larger than any answer to a letter."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MailEnvelope:
    """How a mail has arrived: to which of our addresses, from which address by its envelope
    (``sender``, "" for bounces), and from which host. ``verdict`` is what a provider says of its
    author: "pass", "fail", or "" where it says nothing."""

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
    """
    if len(raw) > MAX_BYTES:
        raise TooLargeError
    failpoints.hit("before_mail_stored")
    # Of two doors that store the same mail at once, one does: the key is unique.
    _row, is_new = IncomingMail.objects.get_or_create(
        key=mail_key(raw, envelope.recipient, event_id),
        defaults={
            "door": door,
            "envelope": crypto.encrypt(msgspec.json.encode(envelope)),
            "raw": crypto.encrypt(raw),
            "arrived_at": now,
            "next_at": now,
        },
    )
    failpoints.hit("after_mail_stored")
    return is_new


def mail_key(raw: bytes, recipient: str, event_id: str = "") -> str:
    """Return what names a mail: what its provider calls it, else its Message-ID and to whom it
    came, else all of it."""
    if event_id:
        return _digest("event", event_id.encode())
    found = MESSAGE_ID.search(_head(raw))
    if found and (name := found.group(1).strip()):
        return _digest("message", name, recipient.lower().encode())
    return _digest("whole", raw, recipient.lower().encode())


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


def _head(raw: bytes) -> bytes:
    head = raw[:HEAD_BYTES]
    end = re.search(rb"\r?\n\r?\n", head)
    return head[: end.start()] if end else head


def _digest(kind: str, *parts: bytes) -> str:
    joined = b"\n".join(hashlib.sha256(part).digest() for part in parts)
    return f"{kind}-{hashlib.sha256(joined).hexdigest()}"


def _decrypt(stored: bytes | memoryview) -> bytes:
    opened = crypto.decrypt(bytes(stored))
    if opened is None:
        raise ValueError("no key opens this mail")
    return opened
