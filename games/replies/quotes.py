"""What a mail said, repeated in its answer."""

from __future__ import annotations

MOST_CHARS = 200
MOST_ORDER_CHARS = 500


def shorten_quote(text: str, most: int = MOST_CHARS) -> str:
    """Return a text, or its beginning where it is longer than what people recognize it by."""
    return text if len(text) <= most else f"{text[:most].rstrip()} …"
