"""Let a command that cannot start say why in one line, which names the setting."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from django.core.exceptions import ImproperlyConfigured
from django.db import OperationalError


@contextmanager
def exit_in_one_line(status: int = 1) -> Iterator[None]:
    """End the process if settings are wrong or the database cannot be reached."""
    try:
        yield
    except ImproperlyConfigured as error:
        _exit_process(f"Settings: {error}", status)
    except OperationalError as error:
        reason = " ".join(str(error).split())
        _exit_process(f"DATABASE_URL: the database cannot be reached: {reason}", status)


def _exit_process(line: str, status: int) -> None:
    print(line, file=sys.stderr)
    raise SystemExit(status)
