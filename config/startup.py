"""Let a command that cannot start say why in one line, which names the setting."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from django.core.exceptions import ImproperlyConfigured
from django.db import OperationalError, connections

from db.postgres.pooler import UNKNOWN, check_connection

REFUSED = "unsupported startup parameter"


@contextmanager
def exit_in_one_line(status: int = 1) -> Iterator[None]:
    """End the process if settings are wrong or the database cannot be reached."""
    try:
        yield
    except ImproperlyConfigured as error:
        _exit_process(f"Settings: {error}", status)
    except OperationalError as error:
        reason = " ".join(str(error).split())
        away = f"the database cannot be reached: {reason}"
        _exit_process(f"DATABASE_URL: {UNKNOWN if REFUSED in reason else away}", status)


def check_pooler() -> None:
    """Connect to each database once, to see whether the settings fit a pooler that may be between.

    A database that is away may come back, and is waited for.

    :raises OperationalError: if a pooler refuses the parameters.
    :raises ImproperlyConfigured: if it does not bear what the settings ask for.
    """
    for connection in connections.all():
        try:
            check_connection(connection)
        except OperationalError as error:
            if REFUSED in str(error):
                raise


def _exit_process(line: str, status: int) -> None:
    print(line, file=sys.stderr)
    raise SystemExit(status)
