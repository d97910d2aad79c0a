"""The hash chain of a game's events: each link is a hash of the one before and the event."""

from __future__ import annotations

import hashlib
from typing import Any

import msgspec

START = "0" * 64
_canonical = msgspec.json.Encoder(order="sorted")


def link(previous: str, seq: int, kind: str, data: dict[str, Any]) -> str:
    """Hash one event onto the chain.

    ``previous`` is the hash before (``START`` for the first), ``seq`` counts from 1,
    ``data`` is the event as plain JSON. Returns 64 hexadecimal digits (SHA-256).
    """
    body = _canonical.encode([previous, seq, kind, data])
    return hashlib.sha256(body).hexdigest()
