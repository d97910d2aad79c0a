"""What the head of a mail tells of its way here, where no envelope does."""

from __future__ import annotations

from email.message import EmailMessage

from inbox import addresses
from inbox.authors import ADDRESS
from inbox.fields import raw_fields

MAX_RECIPIENTS, MAX_SENDER = 5, 1_000
RECIPIENT_FIELDS = ("Delivered-To", "X-Original-To", "Envelope-To", "To", "Cc")


def find_recipients(message: EmailMessage, told: str = "") -> list[str]:
    """Return the addresses of ours that a mail goes to: that which is ``told``, or those that its
    head names."""
    named = [value for name in RECIPIENT_FIELDS for value in raw_fields(message, name)]
    return addresses.find_reply_addresses([told] if told else named)[:MAX_RECIPIENTS]


def find_sender(message: EmailMessage) -> str:
    """Return the address that a mail was sent from, "" for bounces; that of its author where no
    server has written it down."""
    fields = raw_fields(message, "Return-Path") or raw_fields(message, "From")
    return read_address(next(iter(fields), ""))


def read_address(text: str) -> str:
    """Return the first address in a text, "" if there is none."""
    found = ADDRESS.search(text[:MAX_SENDER])
    return found.group() if found else ""
