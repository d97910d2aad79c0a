"""The author of a mail: the one address in its From."""

from __future__ import annotations

import re
from email.errors import InvalidHeaderDefect
from email.message import EmailMessage
from typing import Any

from inbox.fields import raw_fields

# Domains as DNS knows them. Quoted and other rare mailboxes are left out, as programs differ about
# where they end.
ADDRESS = re.compile(r"[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9-]+(\.[a-z0-9-]+)+", re.I | re.A)
MAX_LENGTH = 1000  # with a name in any script; the parser takes a second for four times as much
ROUTE = re.compile(r"<\s*@")


def read_author(message: EmailMessage) -> str:
    """Return the address of the author of a mail, "" if its From does not plainly name one.

    Two fields, two addresses, a group, or what servers could read otherwise than we do name nobody:
    who proves one of two addresses must not pass for the other.
    """
    written = raw_fields(message, "From")
    if len(written) != 1 or len(written[0]) > MAX_LENGTH or ROUTE.search(written[0]):
        return ""
    try:
        field: Any = message["From"]  # an AddressHeader
    except Exception:  # of any kind: what strangers write there makes the parser stumble
        return ""
    is_plain = len(field.groups) == 1 and field.groups[0].display_name is None
    is_sound = not any(isinstance(one, InvalidHeaderDefect) for one in field.defects)
    if not (is_plain and is_sound and len(field.addresses) == 1):
        return ""
    address = field.addresses[0].addr_spec
    return address if ADDRESS.fullmatch(address) else ""


def domain_of(address: str) -> str:
    """Return the domain of an address, in small letters."""
    return address.rpartition("@")[2].lower().rstrip(".")
