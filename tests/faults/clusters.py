"""A PostgreSQL server of a test's own, which may crash."""

from __future__ import annotations

import contextlib
import fcntl
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import quote

import psycopg
from django.conf import settings

from tests import database, servers
from trial import embedded_postgres

LATE_TO_DISK = ("wal_writer_delay = '10s'", "wal_writer_flush_after = '1GB'")

FILLED_BY_MIGRATIONS = ("django_migrations", "django_content_type", "auth_permission")
MIGRATED = [f"--exclude-table={table}" for table in FILLED_BY_MIGRATIONS]


@dataclass(frozen=True)
class Cluster:
    """A running server with one database."""

    server: Any
    url: str

    def crash(self) -> None:
        """Break off everything, as a power cut would, and start again."""
        self.control("-m", "immediate", "restart")

    def control(self, *arguments: str) -> None:
        command = [str(self.server.bin_path / "pg_ctl"), "-w", "-D", str(self.server.pgdata)]
        log = ["-l", str(self.server.log)]
        subprocess.run(
            [*command, *log, *arguments],
            check=True,
            user=self.server.system_user,
            stdout=subprocess.DEVNULL,
        )

    def rows(self, query: str) -> list[tuple[Any, ...]]:
        """Ask the database, or tell it something."""
        with psycopg.connect(self.url, autocommit=True) as connection:
            cursor = connection.execute(query)
            return cursor.fetchall() if cursor.description else []


@contextlib.contextmanager
def copy_of(env: Mapping[str, str]) -> Iterator[Cluster]:
    """Run a server of one's own on a copy of a site's database.

    What a backend does not wait for reaches the disk late there, so that a crash shows it.
    """
    with tempfile.TemporaryDirectory(prefix="zugpost-") as folder:
        data = Path(folder) / "pg"
        _copy(_migrated(env), data)
        with _running(data) as cluster:
            _pour(cluster.server.bin_path, env["DATABASE_URL"], cluster.url)
            yield cluster


@contextlib.contextmanager
def standby_of(primary: Cluster) -> Iterator[Cluster]:
    """Run a standby of a server, which follows it by streaming."""
    with tempfile.TemporaryDirectory(prefix="zugpost-") as folder:
        data = Path(folder) / "pg"
        data.mkdir(mode=0o700)
        if primary.server.system_user:
            Path(folder).chmod(0o755)
            shutil.chown(data, primary.server.system_user)
        copy = [str(primary.server.bin_path / "pg_basebackup"), "--write-recovery-conf"]
        copy += ["--checkpoint=fast", "--pgdata", str(data), "--dbname", primary.url]
        subprocess.run(copy, check=True, user=primary.server.system_user)
        (data / ".s.PGSQL.5432.lock").unlink(missing_ok=True)  # of the primary, copied along
        with _running(data) as standby:
            yield standby


@contextlib.contextmanager
def _running(data: Path) -> Iterator[Cluster]:
    runtime = settings.VAR / "run"  # where the wheel keeps its lock, longer than this server
    runtime.mkdir(parents=True, exist_ok=True)
    os.environ.setdefault("XDG_RUNTIME_DIR", str(runtime))
    server = embedded_postgres.start_server(data)
    home = quote(str(server.get_uri()).partition("host=")[2])
    try:
        yield Cluster(server, f"postgres://postgres@/postgres?host={home}")
    finally:
        embedded_postgres.stop_server(data)


def _migrated(env: Mapping[str, str]) -> Path:
    """Return the data of a server with a migrated database, making them first if nobody has."""
    kept = Path(settings.VAR) / f"cluster-{database.template()}"
    with kept.with_suffix(".lock").open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        if not kept.exists():
            with tempfile.TemporaryDirectory(prefix="zugpost-") as folder:
                data = Path(folder) / "pg"
                with _running(data) as cluster:
                    for setting in LATE_TO_DISK:
                        cluster.rows(f"ALTER SYSTEM SET {setting}")
                    migrate = [sys.executable, "manage.py", "migrate", "--verbosity", "0"]
                    servers.run(migrate, {**env, "DATABASE_URL": cluster.url})
                half = kept.with_suffix(".half")
                shutil.rmtree(half, ignore_errors=True)
                _copy(data, half)
            half.rename(kept)
    return kept


def _copy(data: Path, to: Path) -> None:
    """Copy a folder, with what belongs to the user of the server."""
    subprocess.run(["cp", "-a", str(data), str(to)], check=True)


def _pour(tools: Path, source: str, target: str) -> None:
    """Bring the rows, which fit any version of PostgreSQL."""
    rows = [str(tools / "pg_dump"), "--data-only", "--disable-triggers", *MIGRATED]
    with subprocess.Popen([*rows, source], stdout=subprocess.PIPE) as dump:
        restore = [str(tools / "psql"), "-q", "-v", "ON_ERROR_STOP=1", target]
        subprocess.run(restore, stdin=dump.stdout, stdout=subprocess.DEVNULL, check=True)
    assert dump.returncode == 0


@contextlib.contextmanager
def frozen(cluster: Cluster) -> Iterator[None]:
    """Stop a server and all its backends where they stand."""
    postmaster = int((Path(cluster.server.pgdata) / "postmaster.pid").read_text().split()[0])
    found = subprocess.run(["pgrep", "-P", str(postmaster)], capture_output=True, text=True)
    those = [postmaster, *map(int, found.stdout.split())]
    for pid in those:
        _signal(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        for pid in those:
            _signal(pid, signal.SIGCONT)


def stop_wal_writer(cluster: Cluster) -> None:
    """Stop the process that brings to the disk what no backend has waited for, until a crash."""
    query = "SELECT pid FROM pg_stat_activity WHERE backend_type = 'walwriter'"
    _signal(cluster.rows(query)[0][0], signal.SIGSTOP)


def cut(cluster: Cluster) -> None:
    """Cut all connections but one's own."""
    cluster.rows(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
        "WHERE pid != pg_backend_pid() AND backend_type = 'client backend'"
    )


def _signal(pid: int, number: int) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, number)
