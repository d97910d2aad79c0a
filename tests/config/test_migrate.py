"""Two migrations at once: one after the other."""

from __future__ import annotations

from collections.abc import Iterator
from io import StringIO
from threading import Thread
from typing import Any

import psycopg
import pytest
from django.apps import apps
from django.core.management import CommandError, call_command
from django.db import connection

from config.management.commands import migrate
from config.management.commands.migrate import LOCK
from tests import servers

LOCKS = """
    SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND granted AND objid = %s AND
    database = (SELECT oid FROM pg_database WHERE datname = current_database())
"""


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
    """A connection that keeps the lock, as a pooler may."""
    with psycopg.connect(**connection.get_connection_params(), autocommit=True) as first:
        first.execute("SELECT pg_advisory_lock(%s)", [LOCK])
        yield first


def test_a_migration_gives_up_and_names_who_holds_the_lock(
    holder: psycopg.Connection[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(migrate, "PATIENCE", 0.0)
    with pytest.raises(CommandError, match=rf"process {holder.info.backend_pid} still holds"):
        call_command("migrate", stdout=StringIO())


def test_a_migration_waits_for_one_that_works_for_longer_than_its_patience(
    db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(migrate, "PATIENCE", 0.2)
    said = StringIO()
    with psycopg.connect(**connection.get_connection_params(), autocommit=True) as first:
        work = "SELECT pg_advisory_lock(%s), pg_sleep(2), pg_advisory_unlock(%s)"
        working = Thread(target=first.execute, args=[work, [LOCK, LOCK]])
        working.start()
        servers.until(_count_locks, "the first one's lock")
        second = Thread(target=_migrate, args=[said])
        second.start()
        for thread in (second, working):
            thread.join(servers.PATIENCE)
    assert "this one waits" in said.getvalue()
    assert "No migrations to apply" in said.getvalue()


@pytest.mark.parametrize("option", ["--plan", "--check"])
def test_migrate_needs_no_lock_to_look(holder: psycopg.Connection[Any], option: str) -> None:
    said = StringIO()
    call_command("migrate", option, stdout=said)
    assert "waits" not in said.getvalue()


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
