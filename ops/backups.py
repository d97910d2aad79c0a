"""Backups of all that is kept, made while people play, and how they come back."""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path

from django.db import connection
from psycopg import pq

NAME = "zugpost-%Y-%m-%dT%H%M%SZ"
WHOLE, HALF = ".dump", ".half"
OURS = re.compile(r"zugpost-\d{4}-\d\d-\d\dT\d{6}Z")
LEFT_OVER = timedelta(days=1)  # a half backup that is older is of a process that was ended
LEFT_OUT = {"options"}  # limits of time, which are for the site and not for a dump of hours


class BackupError(Exception):
    """A backup could not be made or restored; the message says why in one line."""


def make_backup(folder: Path, *, now: datetime) -> Path:
    """Write all of the database to a file in a folder, which its owner alone can read; return it.

    :raises BackupError: if that fails; nothing is left behind then.
    """
    half = folder / f"{now.astimezone(UTC):{NAME}}{HALF}"
    try:
        half.touch(mode=0o600)
        _run_tool("pg_dump", "--format=custom", f"--file={half}")
        # A name that ends in .dump stands for a whole backup, even after a power cut.
        _sync(half)
        whole = half.rename(half.with_suffix(WHOLE))
        _sync(folder)
    except OSError as error:
        raise BackupError(f"{folder}: {error.strerror}.") from error
    finally:
        half.unlink(missing_ok=True)
    return whole


def remove_backups(folder: Path, *, days: int, now: datetime) -> list[Path]:
    """Remove the backups of a folder that are older than some days; return them.

    The newest one stays, however old. So do files of other names.
    """
    backups = sorted(_backups_in(folder, WHOLE))
    old = [path for made, path in backups[:-1] if now - made > timedelta(days=days)]
    left_over = [path for made, path in _backups_in(folder, HALF) if now - made > LEFT_OVER]
    for path in (*old, *left_over):
        path.unlink()
    return old


def restore_backup(backup: Path) -> None:
    """Fill the database, which must be empty, from a backup: with all of it, or with nothing.

    :raises BackupError: if that cannot be.
    """
    if connection.introspection.table_names():
        raise BackupError(
            "The database is not empty: make a new one by createdb, and let DATABASE_URL name it."
        )
    name = connection.settings_dict["NAME"]
    # The tables belong to the role that restores them, which may have another name than before.
    how = ("--single-transaction", "--exit-on-error", "--no-owner", "--no-privileges")
    _run_tool("pg_restore", *how, f"--dbname={name}", str(backup))


def _backups_in(folder: Path, ending: str) -> Iterator[tuple[datetime, Path]]:
    """Yield when each of our files in a folder was made, and the file."""
    for path in folder.glob(f"*{ending}"):
        if OURS.fullmatch(path.stem):
            yield datetime.strptime(path.stem, NAME).replace(tzinfo=UTC), path


def _run_tool(tool: str, *arguments: str) -> None:
    """Run a program of PostgreSQL on the site's database."""
    try:
        done = subprocess.run(
            [tool, *arguments],
            env={**os.environ, **_connection_variables()},
            capture_output=True,
            text=True,
            check=False,
        )
    except FileNotFoundError:
        raise BackupError(f"{tool} is missing: install the client of PostgreSQL.") from None
    if done.returncode:
        raise BackupError(done.stderr.strip().partition("\n")[0] or f"{tool} failed.")


def _connection_variables() -> Mapping[str, str]:
    """Return how to reach the database in libpq's variables: no password in a list of processes."""
    wanted = connection.get_connection_params()
    return {
        option.envvar.decode(): str(wanted[keyword])
        for option in pq.Conninfo.get_defaults()
        if option.envvar and (keyword := option.keyword.decode()) in wanted
        if keyword not in LEFT_OUT
    }


def _sync(path: Path) -> None:
    """Have what was written reach the disk."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
