"""How long the work at hand waits for an answer of the database, where that is less than usual."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_limit: ContextVar[float | None] = ContextVar("limit", default=None)


def current_limit() -> float | None:
    """Return the limit in seconds, None where there is none but the settings."""
    return _limit.get()


@contextmanager
def limit_patience(seconds: float) -> Iterator[None]:
    """Let nothing that is done meanwhile wait longer than this for one answer."""
    token = _limit.set(seconds)
    try:
        yield
    finally:
        _limit.reset(token)
