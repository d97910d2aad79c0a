"""Connections that wait for an answer no longer than the settings allow.

PostgreSQL's own limits (``statement_timeout`` and its like) need a server that runs. One that is
stopped, or behind a cut cable, says nothing at all, so the connection measures the time, too.

Those limits are said once for each connection, or, behind a pooler, once for each transaction.
"""

from __future__ import annotations

import json
import select
import time
from collections import defaultdict
from collections.abc import Mapping
from typing import Any, TypeVar

import psycopg
from django.conf import settings
from django.db import DatabaseError
from django.db.backends.postgresql import base
from psycopg import errors
from psycopg.abc import PQGen

from db.postgres.outage import Outage
from db.postgres.patience import current_limit

Value = TypeVar("Value")

# Seconds that the server's own limits are given to come first: they end one statement, this ends
# the connection.
SPARE = 1
RECENT = 5.0  # seconds after an answer of the server in which it is taken to be there

LIMIT_TRANSACTION = "SELECT set_config(key, value, true) FROM json_each_text(%s)"

outages: defaultdict[str, Outage] = defaultdict(Outage)


class Connection(psycopg.Connection[Any]):
    """A connection that is given up when the server does not answer in time."""

    outage = Outage()  # of its database, once it is known which one it leads to
    answered_at = float("-inf")

    def wait(self, gen: PQGen[Value], interval: float = 0.1, timeout: float | None = None) -> Value:
        patience, limit = settings.DATABASE_PATIENCE, current_limit()
        usual = patience + SPARE if patience else None
        try:
            answer = super().wait(gen, interval, timeout or limit or usual)
        except errors._WaitTimeout as late:
            self.close()  # a late answer would be taken for that of the next statement
            self.outage.mark_down()
            raise psycopg.OperationalError("the database does not answer") from late
        self.answered_at = time.monotonic()
        return answer

    def is_quiet(self) -> bool:
        """Whether the server has answered a moment ago and said nothing since: it says, or the
        machine it ran on does, when it closes a connection."""
        if self.closed or time.monotonic() - self.answered_at > RECENT:
            return False
        listener = select.poll()
        listener.register(self.fileno(), select.POLLIN)
        return not listener.poll(0)


class DatabaseWrapper(base.DatabaseWrapper):
    def get_connection_params(self) -> dict[str, Any]:
        params: dict[str, Any] = super().get_connection_params()
        if settings.DATABASE_LIMITS and not settings.BEHIND_POOLER:
            limits = (f"-c {name}={value}" for name, value in settings.DATABASE_LIMITS.items())
            params["options"] = " ".join(limits)
        return params

    def get_new_connection(self, conn_params: Mapping[str, Any]) -> Connection:
        limit = {} if current_limit() is None else {"connect_timeout": current_limit()}
        outage = outages[self.alias]
        with outage.connection_attempt():
            connection = Connection.connect(**{**conn_params, **limit})
        connection.outage = outage
        self.isolation_level = psycopg.IsolationLevel.READ_COMMITTED
        return connection

    def close_if_health_check_failed(self) -> None:
        # Django asks the server, which is a trip for each request of a site that is busy.
        if self.connection is not None and self.connection.is_quiet():
            self.health_check_done = True
        super().close_if_health_check_failed()

    def _set_autocommit(self, autocommit: bool) -> None:
        super()._set_autocommit(autocommit)  # type: ignore[misc]  # the stubs lack it
        if settings.DATABASE_LIMITS and settings.BEHIND_POOLER and not autocommit:
            self._limit_transaction()

    def _limit_transaction(self) -> None:
        """Begin a transaction whose statements have the limits of the settings."""
        try:
            # In a pipeline, so that BEGIN and the limits are one trip.
            with self.wrap_database_errors, self.connection.pipeline():
                self.connection.execute(LIMIT_TRANSACTION, [json.dumps(settings.DATABASE_LIMITS)])
        except DatabaseError:
            self.close()  # nobody else would: no transaction of Django's has begun yet
            raise
