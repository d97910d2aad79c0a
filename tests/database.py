"""One migrated template database; every test process, and every test with servers of its own,
gets a copy of it, which PostgreSQL makes in a moment."""

from __future__ import annotations

import contextlib
import hashlib
import uuid
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TypeAlias
from urllib.parse import quote

from django.conf import settings
from django.core.management import call_command
from django.db import OperationalError, connection, transaction
from django.db.backends.utils import CursorWrapper

from db.postgres.patience import limit_patience
from tests.servers import until

ROOT = Path(__file__).parent.parent
LONGEST = 600  # seconds: templates are waited for while others compute on the same cores
BESIDE = {"django_session", "counters", "config_pulse"}  # which tell nothing of players
TABLES = "SELECT tablename FROM pg_tables WHERE schemaname = 'public'"
ROWS = "SELECT coalesce(md5(string_agg(row::text, ' ' ORDER BY row::text)), '') FROM {} AS row"

State = Mapping[str, str]
Rows: TypeAlias = dict[str, bytes]


def template() -> str:
    """Return the name of the migrated template, making it first if nobody has."""
    digest = hashlib.sha256(" ".join(settings.INSTALLED_APPS).encode())
    for migration in sorted(ROOT.glob("*/migrations/*.py")):
        digest.update(migration.name.encode() + migration.read_bytes())
    digest.update((ROOT / "constraints.txt").read_bytes())
    name = f"zugpost_template_{digest.hexdigest()[:12]}"
    with _locked(name):
        if not _exists(name):
            _build(name)
    return name


@contextlib.contextmanager
def copied(label: str) -> Iterator[str]:
    """Copy the template to a database of a name of its own; drop it at the end."""
    name = f"test_{label}_{uuid.uuid4().hex[:8]}"
    with made(name, template=template()):
        yield name


@contextlib.contextmanager
def made(name: str, *, template: str = "template1") -> Iterator[None]:
    """Make a database of a name, as a copy of another; drop it at the end."""
    _run(f'CREATE DATABASE "{name}" TEMPLATE "{template}"')
    try:
        yield
    finally:
        _run(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')


def url(name: str) -> str:
    """Return the address of a database beside the one of the settings."""
    params = connection.get_connection_params()
    user, password = params.get("user", "postgres"), params.get("password")
    login = quote(user) + (f":{quote(password)}" if password else "")
    host, port = str(params.get("host") or "127.0.0.1"), params.get("port") or 5432
    if host.startswith("/"):
        return f"postgres://{login}@/{name}?host={quote(host)}&port={port}"
    return f"postgres://{login}@{host}:{port}/{name}"


@contextlib.contextmanager
def connected(name: str) -> Iterator[None]:
    """Point Django's connection to a database."""
    before = connection.settings_dict["NAME"]
    connection.close()
    connection.settings_dict["NAME"] = name
    try:
        yield
    finally:
        connection.close()
        connection.settings_dict["NAME"] = before


def hash_tables() -> State:
    """Return a hash of the rows of each table."""
    with connection.cursor() as cursor:
        found = {}
        for name in {*_table_names(cursor)} - BESIDE:
            cursor.execute(ROWS.format(connection.ops.quote_name(name)))
            (found[name],) = cursor.fetchone()
    return found


def changed_tables(before: State) -> set[str]:
    """Return the tables whose rows are other ones than ``before``."""
    return {name for name, hashed in hash_tables().items() if hashed != before[name]}


def read_rows() -> Rows:
    """Return the rows of each table, as PostgreSQL copies them."""
    with transaction.atomic(), connection.cursor() as cursor:
        return {name: _copy_out(cursor, name) for name in _table_names(cursor)}


def restore_rows(rows: Rows) -> None:
    """Put rows in place of those that there are, while a site may be running on them."""
    until(lambda: _try_restore(rows), "a moment in which no table is locked")


def _try_restore(rows: Rows) -> bool:
    """Try once: what a site does meanwhile may hold a table, or wait for one that is held here."""
    names = ", ".join(map(connection.ops.quote_name, rows))
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SET LOCAL lock_timeout = '3s'")
            cursor.execute(f"TRUNCATE {names}")
            for name, copied_rows in rows.items():
                _copy_in(cursor, name, copied_rows)
    except OperationalError:
        return False
    return True


def _copy_out(cursor: CursorWrapper, name: str) -> bytes:
    with cursor.copy(f"COPY {connection.ops.quote_name(name)} TO STDOUT") as copied_rows:
        return b"".join(copied_rows)


def _copy_in(cursor: CursorWrapper, name: str, rows: bytes) -> None:
    with cursor.copy(f"COPY {connection.ops.quote_name(name)} FROM STDIN") as copied_rows:
        copied_rows.write(rows)


def _table_names(cursor: CursorWrapper) -> list[str]:
    cursor.execute(TABLES)
    return [name for (name,) in cursor.fetchall()]


@contextlib.contextmanager
def _locked(name: str) -> Iterator[None]:
    """Let one process of all that use the server build a template at a time."""
    with limit_patience(LONGEST), connection._nodb_cursor() as cursor:
        _lift_limits(cursor)  # the first one builds for some seconds
        cursor.execute("SELECT pg_advisory_lock(hashtext(%s))", [name])
        yield  # the lock ends with the connection


def _build(name: str) -> None:
    building = f"{name}_building"
    _run(f'DROP DATABASE IF EXISTS "{building}" WITH (FORCE)')
    _run(f'CREATE DATABASE "{building}"')
    with connected(building):
        call_command("migrate", verbosity=0)
    _run(f'ALTER DATABASE "{building}" RENAME TO "{name}"')


def _exists(name: str) -> bool:
    with connection._nodb_cursor() as cursor:
        cursor.execute("SELECT 1 FROM pg_database WHERE datname = %s", [name])
        return cursor.fetchone() is not None


def _run(statement: str) -> None:
    with limit_patience(LONGEST), connection._nodb_cursor() as cursor:
        _lift_limits(cursor)  # a copy waits for the disk of a busy machine
        cursor.execute(statement)


def _lift_limits(cursor: CursorWrapper) -> None:
    cursor.execute("SET statement_timeout = 0")
    cursor.execute("SET lock_timeout = 0")
