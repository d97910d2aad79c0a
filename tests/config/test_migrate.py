"""Two migrations at once: one after the other."""

from __future__ import annotations

from io import StringIO
from threading import Thread

import psycopg
from django.core.management import call_command
from django.db import connection

from config.management.commands.migrate import LOCK
from tests import servers


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


def test_a_migration_leaves_no_lock(db: None) -> None:
    call_command("migrate", stdout=StringIO())
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_locks WHERE objid = %s", [LOCK])
        assert cursor.fetchone() == (0,)


def _migrate(said: StringIO) -> None:
    try:
        call_command("migrate", stdout=said)
    finally:
        connection.close()
