"""Statements that PostgreSQL plans once for each connection, not each time they are sent.

For those that pages and programs send all the time: to plan a long one takes PostgreSQL ten times
as long as to answer it. Behind a pooler that does not keep them they are planned each time.
"""

from __future__ import annotations

from typing import Any, cast

import psycopg
from django.db import DEFAULT_DB_ALIAS, connections
from django.db.backends.utils import CursorWrapper
from psycopg.pq import TransactionStatus


class PreparedCursor(psycopg.Cursor[Any]):
    """A cursor all of whose statements are prepared; values travel beside them."""

    def execute(self, query: Any, params: Any = None, **_options: Any) -> PreparedCursor:
        try:
            return super().execute(query, params, prepare=True)
        except psycopg.errors.FeatureNotSupported:
            # The plan is of before a migration that has changed a column. Where a transaction has
            # begun, it is lost; the next one finds the same, until its connection has aged.
            if self.connection.info.transaction_status != TransactionStatus.IDLE:
                raise
            return super().execute(query, params, prepare=False)


def prepared_cursor(alias: str = DEFAULT_DB_ALIAS) -> CursorWrapper:
    """Return a cursor of Django's for statements that are written once.

    Their text must be the same each time: PostgreSQL keeps a plan for each that differs.
    """
    connection: Any = connections[alias]
    if connection.queries_logged:  # with their values, which Django knows of its own cursors alone
        return cast(CursorWrapper, connection.cursor())
    # As Django does for a cursor of its own.
    connection.close_if_health_check_failed()
    connection.ensure_connection()
    with connection.wrap_database_errors:
        cursor = PreparedCursor(connection.connection)
    return cast(CursorWrapper, connection._prepare_cursor(cursor))
