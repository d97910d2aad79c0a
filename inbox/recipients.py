"""To whom the author of a mail has written it, as its head says."""

from __future__ import annotations

from email.message import EmailMessage
from typing import Any

from inbox.addresses import recipient_key
from inbox.fields import raw_fields

FIELDS = ("To", "Cc")
MAX_LENGTH = 1000  # the parser takes time that grows with the square


def find_recipient_field(message: EmailMessage, recipient: str) -> str:
    """Return which field of a mail names the address that it came to, "" if none plainly does.

    Where it came to says its envelope alone, which anybody can write around the mail of another.
    """
    key = recipient_key(recipient)
    return next((name for name in FIELDS if key in _read_keys(message, name)), "")


def _read_keys(message: EmailMessage, name: str) -> list[str]:
    written = raw_fields(message, name)
    if len(written) != 1 or len(written[0]) > MAX_LENGTH:
        return []
    try:
        field: Any = message[name]  # an AddressHeader
        return [recipient_key(one.addr_spec) for one in field.addresses]
    except Exception:  # of any kind: what strangers write there makes the parser stumble
        return []
