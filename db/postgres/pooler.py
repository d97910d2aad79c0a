"""What a pooler between the site and PostgreSQL bears, and whether the settings ask for more.

A pooler of transactions, such as PgBouncer, gives each transaction another connection to the
server, so that what belongs to a connection is lost or falls to somebody else (decision 59).
"""

from __future__ import annotations

from typing import Any

import psycopg
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.db.backends.base.base import BaseDatabaseWrapper
from psycopg import errors

UNKNOWN = (
    "a pooler is between the site and PostgreSQL: "
    "set BEHIND_POOLER to yes, or let DATABASE_URL name PostgreSQL itself."
)
UNPREPARED = (
    "PREPARED_STATEMENTS must be no: the pooler does not keep them for each of its clients, "
    "as PgBouncer 1.22 does with max_prepared_statements above 0."
)
OURS = "_pg3_"  # what psycopg's names of prepared statements begin with
# Tells by which names the server knows this very statement.
PROBE = "/* probe */ SELECT name FROM pg_prepared_statements WHERE statement LIKE '/* probe */%'"
# Somebody else's statement of our name, or none of the name that the pooler believes to be there.
MIXED_UP = (errors.DuplicatePreparedStatement, errors.InvalidSqlStatementName)


def check_connection(connection: BaseDatabaseWrapper) -> None:
    """Connect to a database once, and compare the settings with what is between.

    :raises ImproperlyConfigured: if a pooler is there that does not bear what they ask for.
    """
    try:
        connection.ensure_connection()
        with connection.wrap_database_errors:
            _check_pooler(connection.connection)
    finally:
        connection.close()


def _check_pooler(raw: psycopg.Connection[Any]) -> None:
    if not is_pooled(raw):
        return
    if not settings.BEHIND_POOLER:
        raise ImproperlyConfigured(UNKNOWN)
    if raw.prepare_threshold is not None and not keeps_prepared(raw):
        raise ImproperlyConfigured(UNPREPARED)


def is_pooled(raw: psycopg.Connection[Any]) -> bool:
    """Whether a pooler is between: it tells its clients numbers of processes that it made up."""
    row = raw.execute("SELECT pg_backend_pid()").fetchone()
    return row is not None and row[0] != raw.info.backend_pid


def keeps_prepared(raw: psycopg.Connection[Any]) -> bool:
    """Whether a pooler gives prepared statements names of its own, and lets clients forget them."""
    try:
        with raw.transaction():
            return _probe(raw) and _probe(raw)  # the second time after it was forgotten
    except MIXED_UP:
        return False


def _probe(raw: psycopg.Connection[Any]) -> bool:
    cursor = psycopg.Cursor(raw)  # Django's own prepares nothing
    names = [name for (name,) in cursor.execute(PROBE, prepare=True)]
    raw.execute("DEALLOCATE ALL")  # as psycopg does after each rollback
    return not any(name.startswith(OURS) for name in names)
