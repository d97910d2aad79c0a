"""End the processes of a trial run when the one that started them is gone, whatever ended it.

Reads their process ids from standard input, and acts when the input ends.
"""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from trial import embedded_postgres

PATIENCE_SECONDS = 1.5  # the embedded server takes up to three more
POLL_SECONDS = 0.05


def reap_processes(pids: Sequence[int], data: Path | None) -> None:
    """End each process, by force after a while, then the embedded server, if there is one.

    The server comes last, since the others use it.
    """
    for pid in pids:
        _send_signal(os.kill, pid, signal.SIGTERM)
    end = time.monotonic() + PATIENCE_SECONDS
    while any(_send_signal(os.kill, pid, 0) for pid in pids) and time.monotonic() < end:
        time.sleep(POLL_SECONDS)
    for pid in pids:
        # To the whole group: a child's own children may outlive it.
        _send_signal(os.killpg, pid, signal.SIGKILL)
    if data is not None:
        embedded_postgres.stop_server(data)


def _send_signal(how: object, pid: int, number: int) -> bool:
    """Send a signal; return whether there was a process to receive it."""
    try:
        how(pid, number)  # type: ignore[operator]
    except (ProcessLookupError, PermissionError):
        return False
    return True


if __name__ == "__main__":
    embedded_postgres.import_library()  # now, not when there is no time to lose
    numbers = [int(line) for line in sys.stdin]
    reap_processes(numbers, Path(sys.argv[1]) if len(sys.argv) > 1 else None)
