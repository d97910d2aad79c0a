"""Tells which refusals of a mail server mean that an address takes no letters at all."""

from __future__ import annotations

import re

REFUSING_CODES = {550, 551, 553}
# RFC 3463 and 7505: no such mailbox, no such host, no such syntax, moved, no mail here, disabled.
REFUSING_STATUSES = {b"5.1.1", b"5.1.2", b"5.1.3", b"5.1.6", b"5.1.10", b"5.2.1"}
VAGUE_STATUSES = {b"5.0.0", b"5.1.0"}
STATUS = re.compile(rb"\s*#?(\d\.\d{1,3}\.\d{1,3})\b")
OTHER_REASONS = re.compile(
    rb"authent|black|block|denied|dkim|dmarc|\bfull\b|listed|polic|quota|relay|reputation|sender|"
    rb"spam|\bspf\b|verif",
    re.IGNORECASE,
)


def is_address_refused(code: int, reply: bytes) -> bool:
    """Return whether an answer to RCPT says for good that the address takes no letters.

    An enhanced status decides where the server gives one that is not vague: 5.1.x of the recipient
    and 5.2.1 (disabled) do, 5.1.7 and 5.1.8 (sender), 5.2.2 (full) and 5.7.x (policy) do not.
    Without it 550, 551 and 553 do, unless their words speak of the sender, of policy or of a full
    mailbox. Where in doubt an address is not marked: one letter is lost and not all.
    """
    found = STATUS.match(reply)
    status = found[1] if found else b""
    if status and status not in VAGUE_STATUSES:
        return status in REFUSING_STATUSES
    return code in REFUSING_CODES and not OTHER_REASONS.search(reply)
