"""Two migrations at once: one after the other."""

from __future__ import annotations

from collections.abc import Iterator
from io import StringIO
from threading import Thread
from typing import Any

import psycopg
import pytest
from django.apps import apps
from django.core.management import call_command
from django.db import connection

from config.management.commands import migrate
from config.management.commands.migrate import LOCK
from db.postgres.own_transaction import own_transaction
from tests import servers

LOCKS = """
    SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND granted AND objid = %s AND
    database = (SELECT oid FROM pg_database WHERE datname = current_database())
"""

BUILT = (
    "SET lock_timeout = '20s'",
    "CREATE TABLE built (number int)",
    "CREATE INDEX CONCURRENTLY ON built (number)",
    "DROP TABLE built",
)


def test_a_second_migration_waits_for_the_first(db: None) -> None:
    said = StringIO()
    with psycopg.connect(**connection.get_connection_params(), autocommit=True) as first:
        first.execute("SELECT pg_advisory_lock(%s)", [LOCK])
        second = Thread(target=_migrate, args=[said])
        second.start()
        servers.until(lambda: "this one waits" in said.getvalue(), "the second one's word")
        assert "No migrations to apply" not in said.getvalue()
        first.execute("SELECT pg_advisory_unlock(%s)", [LOCK])
        second.join(servers.PATIENCE)
    assert "No migrations to apply" in said.getvalue()


@pytest.fixture
def holder(db: None) -> Iterator[psycopg.Connection[Any]]:
    """A connection that has the lock."""
    with psycopg.connect(**connection.get_connection_params(), autocommit=True) as first:
        first.execute("SELECT pg_advisory_lock(%s)", [LOCK])
        yield first


@pytest.mark.parametrize("option", ["--plan", "--check"])
def test_migrate_needs_no_lock_to_look(holder: psycopg.Connection[Any], option: str) -> None:
    said = StringIO()
    call_command("migrate", option, stdout=said)
    assert "waits" not in said.getvalue()


def test_an_index_is_built_while_one_migration_waits_for_another(db: None) -> None:
    with own_transaction(connection) as first, own_transaction(connection) as second:
        assert migrate._try_lock(first)
        assert not migrate._try_lock(second)
        with psycopg.connect(**connection.get_connection_params(), autocommit=True) as builder:
            for statement in BUILT:
                builder.execute(statement)


def test_a_migration_leaves_no_lock(db: None) -> None:
    call_command("migrate", stdout=StringIO())
    assert _count_locks() == 0


def test_migrations_leave_each_index_and_constraint_of_the_models(db: None) -> None:
    """One that alters a field can drop a unique index of that field by the way."""
    with connection.cursor() as cursor:
        for model in apps.get_models():
            options = model._meta
            present = connection.introspection.get_constraints(cursor, options.db_table)
            named = {one.name for one in (*options.indexes, *options.constraints)}
            assert named <= present.keys(), options.label


def _count_locks() -> int:
    """Return how many hold the lock in this database; other tests may in theirs."""
    with connection.cursor() as cursor:
        cursor.execute(LOCKS, [LOCK])
        (count,) = cursor.fetchone()
    return int(count)


def _migrate(said: StringIO) -> None:
    try:
        call_command("migrate", stdout=said)
    finally:
        connection.close()
