"""The fields in the head of a mail, read only where they are of a sane length."""

from __future__ import annotations

from email.message import EmailMessage

MAX_LENGTH = 4096  # parsers take time that grows with the square


def raw_fields(message: EmailMessage, name: str) -> list[str]:
    """Return the fields of a name as they stand in a mail."""
    return [str(value) for key, value in message.raw_items() if key.lower() == name.lower()]


def read_fields(message: EmailMessage, name: str) -> list[str]:
    """Return the fields of a name unfolded and decoded; none if one cannot be read."""
    if any(len(value) > MAX_LENGTH for value in raw_fields(message, name)):
        return []
    try:
        return [str(value) for value in message.get_all(name, [])]
    except Exception:  # of any kind: what strangers write there makes the parser stumble
        return []
