"""Checksums of stored positions, so that damaged bytes are never taken for a position."""

from __future__ import annotations

import hashlib

MARK = b"\0sealed\0"
DIGEST_BYTES = 16


def wrap(frozen: bytes) -> bytes:
    """Return a frozen position as it is stored: a mark, its digest, its bytes."""
    # Beside the bytes and not in a column of its own, which older programs would not update.
    return MARK + _digest(frozen) + frozen


def unwrap(stored: bytes) -> bytes:
    """Return the frozen position that is stored.

    Raises ``ValueError`` if it does not match its digest.
    """
    # Positions from before there were checksums get theirs with the next turn.
    if not stored.startswith(MARK):
        return stored
    digest, frozen = stored[len(MARK) :][:DIGEST_BYTES], stored[len(MARK) + DIGEST_BYTES :]
    if _digest(frozen) != digest:
        raise ValueError("not what was kept")
    return frozen


def _digest(frozen: bytes) -> bytes:
    return hashlib.sha256(frozen).digest()[:DIGEST_BYTES]
