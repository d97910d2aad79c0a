"""Tells which refusals of a mail server mean that an address takes no letters at all."""

from __future__ import annotations

import re

REFUSING_CODES = {550, 551, 553}
# RFC 3463 and 7505: no such mailbox, no such host, no such syntax, moved, no mail here, disabled.
REFUSING_STATUSES = {b"5.1.1", b"5.1.2", b"5.1.3", b"5.1.6", b"5.1.10", b"5.2.1"}
VAGUE_STATUSES = {b"5.0.0", b"5.1.0"}
STATUS = re.compile(rb"\s*#?(\d\.\d{1,3}\.\d{1,3})\b")
ADDRESS = re.compile(rb"\S+@\S+")
ADDRESS_REASONS = re.compile(
    rb"account|address|mailbox|n[o']t exist|no such|recipient|unknown local|unroute?able|user",
    re.IGNORECASE,
)
# The sender and its host, what it has sent, how much, and what passes.
OTHER_REASONS = re.compile(
    rb"allowed to|auth|black|block|client|connection|denied|dkim|dmarc|dns|\behlo\b|exceed|"
    rb"\bfrom\b|\bfull\b|\bhelo\b|host|\bip\b|limit|listed|permit|polic|prohibit|quota|\brate|"
    rb"relay|reputation|restrict|reverse|sender|spam|\bspf\b|tempora|too many|verif",
    re.IGNORECASE,
)


def is_address_refused(code: int, reply: bytes) -> bool:
    """Return whether an answer to RCPT says for good that the address takes no letters.

    An enhanced status decides where the server gives one that is not vague: 5.1.x of the recipient
    and 5.2.1 (disabled) do, 5.1.7 and 5.1.8 (sender), 5.2.2 (full) and 5.7.x (policy) do not.
    Without it the words of 550, 551 and 553 decide. Where in doubt an address is not marked: one
    letter is lost and not all.
    """
    found = STATUS.match(reply)
    status = found[1] if found else b""
    if status and status not in VAGUE_STATUSES:
        return status in REFUSING_STATUSES
    return code in REFUSING_CODES and _names_address(reply)


def _names_address(reply: bytes) -> bool:
    """Return whether the words of a refusal speak of the address, and of no other reason."""
    words = ADDRESS.sub(b"", reply)  # its own words, as in user@host.example, are no reason
    return bool(ADDRESS_REASONS.search(words)) and not OTHER_REASONS.search(words)
