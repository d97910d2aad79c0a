"""Commands that cannot start say why in one line, which names the setting."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from django.core.exceptions import ImproperlyConfigured
from django.db import OperationalError


@contextmanager
def exit_in_one_line(status: int = 1) -> Iterator[None]:
    """End the process where settings are wrong or the database cannot be reached."""
    try:
        yield
    except ImproperlyConfigured as wrong:
        _exit_process(f"Settings: {wrong}", status)
    except OperationalError as away:
        reason = " ".join(str(away).split())
        _exit_process(f"DATABASE_URL: the database cannot be reached: {reason}", status)


def _exit_process(line: str, status: int) -> None:
    print(line, file=sys.stderr)
    raise SystemExit(status)
