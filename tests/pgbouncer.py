"""A PgBouncer that pools transactions, on loopback, before the PostgreSQL of the tests."""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import cast

import psycopg
import pytest
from django.conf import settings
from django.db import connection

from db.postgres.base import DatabaseWrapper
from tests import servers

DEBIANS = shutil.which("pgbouncer", path="/usr/sbin:/usr/bin")
# Paths of others, separated by ":", such as one that was compiled.
GIVEN = [path for path in os.environ.get("PGBOUNCERS", "").split(":") if path]
FOUND = ([DEBIANS] if DEBIANS else []) + GIVEN
FORCED = {"user": "user", "password": "password", "host": "host", "port": "port"}
CONFIGURATION = """
[databases]
* = {target}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = {port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
{more}
"""
# From this version on it can keep prepared statements.
PREPARING = (1, 21)
# What belongs to a connection of the server and would be met by whomever it is given to next.
LEFT_BEHIND = """
    SELECT 'setting ' || name FROM pg_settings
    WHERE source = 'session' AND name <> ALL (%s) UNION ALL
    SELECT 'prepared ' || name FROM pg_prepared_statements
    WHERE name NOT LIKE 'PGBOUNCER%%' UNION ALL
    SELECT 'cursor ' || name FROM pg_cursors WHERE is_holdable UNION ALL
    SELECT 'channel ' || name FROM pg_listening_channels() AS name UNION ALL
    SELECT 'lock ' || objid FROM pg_locks
    WHERE locktype = 'advisory' AND pid = pg_backend_pid() UNION ALL
    SELECT 'table ' || relname FROM pg_class WHERE relnamespace = pg_my_temp_schema()
"""
# PgBouncer gives each client its own of these.
TRACKED = [
    "application_name", "client_encoding", "DateStyle", "IntervalStyle",
    "standard_conforming_strings", "TimeZone",
]  # fmt: skip


@dataclass(frozen=True)
class PgBouncer:
    """A running one."""

    port: int

    def url(self, name: str) -> str:
        """Return the address of a database through it."""
        return f"postgres://anybody@127.0.0.1:{self.port}/{name}"

    def wrapper(self) -> DatabaseWrapper:
        """Return a connection of Django's to the database of the tests, through it."""
        wrapper = connection.copy()
        wrapper.settings_dict |= {"HOST": "127.0.0.1", "PORT": str(self.port)}
        return cast("DatabaseWrapper", wrapper)

    def left_behind(self, name: str, connections: int = 1) -> set[str]:
        """Return what its connections to a database keep of transactions that have ended.

        All of its ``connections`` are looked at, at the same time.
        """
        with contextlib.ExitStack() as stack:
            clients = [
                stack.enter_context(psycopg.connect(self.url(name), prepare_threshold=None))
                for _ in range(connections)
            ]
            rows = [client.execute(LEFT_BEHIND, [TRACKED]).fetchall() for client in clients]
        return {what for found in rows for (what,) in found}


def version(path: str) -> tuple[int, ...]:
    """Return the version of a PgBouncer, such as (1, 18, 0)."""
    told = subprocess.run([path, "--version"], capture_output=True, text=True, check=True)
    return tuple(int(part) for part in told.stdout.split()[1].split("."))


def keeps_prepared(path: str) -> bool:
    """Whether a PgBouncer keeps prepared statements for each client, as it is set up here."""
    return version(path) >= (1, 22)


# Parameters of a fixture that brings each of them, or says why there is none.
EACH = [
    pytest.param(
        path,
        id=".".join(map(str, version(path))) if path else "none",
        marks=pytest.mark.skipif(
            not path or not settings.DATABASE_URL or os.geteuid() != 0,
            reason="needs PgBouncer (apt install pgbouncer), DATABASE_URL and root",
        ),
    )
    for path in FOUND or [""]
]


@contextlib.contextmanager
def running(path: str, **more: object) -> Iterator[PgBouncer]:
    """Run one with some more settings than it needs."""
    port = servers.free_port()
    if version(path) >= PREPARING:
        more = {"max_prepared_statements": 50, **more}
    params = connection.get_connection_params()
    target = " ".join(f"{name}='{params[name]}'" for name in FORCED if params.get(name))
    lines = "\n".join(f"{name} = {value}" for name, value in more.items())
    with tempfile.TemporaryDirectory(prefix="zugpost-pgbouncer-") as folder:
        Path(folder).chmod(0o755)  # it refuses to be root
        file = Path(folder) / "pgbouncer.ini"
        file.write_text(CONFIGURATION.format(target=target, port=port, more=lines))
        command = [path, "--quiet", "--user", "nobody", str(file)]
        with subprocess.Popen(command, stderr=subprocess.DEVNULL) as process:
            try:
                servers.until(lambda: servers.is_open(port), "PgBouncer")
                yield PgBouncer(port)
            finally:
                process.terminate()
