"""Let a command that cannot start say why in one line, which names the setting."""

from __future__ import annotations

import gc
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.db import OperationalError, connections
from django.urls import get_resolver
from django.utils import translation

from conquest import registry
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


def prepare_to_fork() -> None:
    """Load what every process needs: all views, rule sets and translations. Those that this one
    forks share it, as nobody writes to it any more to look for garbage there; a connection to a
    database is nothing to be shared."""
    get_resolver().url_patterns  # noqa: B018
    registry.find_rulesets()
    for language, _name in settings.LANGUAGES:
        with translation.override(language):
            translation.gettext("")
    connections.close_all()
    gc.collect()
    gc.freeze()


def _exit_process(line: str, status: int) -> None:
    print(line, file=sys.stderr)
    raise SystemExit(status)
