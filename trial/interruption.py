"""What ends a trial run: a signal to its process, or to the make that has started it."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import NoReturn

SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
POLL_SECONDS = 0.2
# A make that handles a signal blocks it until its child ends; who starts a process, for a moment.
OBSERVATIONS = 5


def interrupt_on_signals() -> None:
    """Handle every signal that asks the process to end like Ctrl-C, and the parent's end, too."""
    for number in SIGNALS:
        signal.signal(number, _interrupt)
    parent = os.getppid()
    # A parent that blocks SIGINT from the first tells nothing by it.
    is_interrupted = (lambda pid: False) if blocks_interrupt(parent) else blocks_interrupt
    threading.Thread(target=_follow_parent, args=(parent, is_interrupted), daemon=True).start()


def _interrupt(number: int, frame: FrameType | None) -> NoReturn:
    # The first one counts: make passes on what a terminal sends to both, while we clean up.
    ignore_signals()
    raise KeyboardInterrupt


def ignore_signals() -> None:
    """Ignore those signals while cleaning up."""
    for number in SIGNALS:
        signal.signal(number, signal.SIG_IGN)


def _follow_parent(parent: int, is_interrupted: Callable[[int], bool]) -> None:
    """Interrupt this process when its parent has ended or is interrupted."""
    wait_for_interruption(lambda: os.getppid() != parent, lambda: is_interrupted(parent))
    os.kill(os.getpid(), signal.SIGINT)


def wait_for_interruption(
    has_ended: Callable[[], bool],
    is_interrupted: Callable[[], bool],
    sleep: Callable[[float], None] = time.sleep,
) -> None:
    """Wait until a process has ended, or has been seen interrupted several times in a row."""
    seen = 0
    while not has_ended() and seen < OBSERVATIONS:
        seen = seen + 1 if is_interrupted() else 0
        sleep(POLL_SECONDS)


def blocks_interrupt(pid: int) -> bool:
    """Whether a process blocks SIGINT, as make does while it handles one.

    It then waits for its child, and does not tell it. Linux alone says so.
    """
    try:
        status = Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return False
    blocked = int(status.partition("SigBlk:")[2].split()[0], 16)
    return bool(blocked >> (signal.SIGINT - 1) & 1)
