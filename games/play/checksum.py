"""Positions are kept with a digest, so that one that was damaged is never taken for a position."""

from __future__ import annotations

import hashlib

MARK = b"\0sealed\0"
DIGEST_BYTES = 16


def wrap(frozen: bytes) -> bytes:
    """Return a frozen position as it is kept."""
    return MARK + _digest(frozen) + frozen


def unwrap(kept: bytes) -> bytes:
    """Return the frozen position that is kept so.

    Those of before positions were sealed are taken as they are. Raises ``ValueError`` if it is
    not what was kept.
    """
    if not kept.startswith(MARK):
        return kept
    digest, frozen = kept[len(MARK) :][:DIGEST_BYTES], kept[len(MARK) + DIGEST_BYTES :]
    if _digest(frozen) != digest:
        raise ValueError("not what was kept")
    return frozen


def _digest(frozen: bytes) -> bytes:
    return hashlib.sha256(frozen).digest()[:DIGEST_BYTES]
