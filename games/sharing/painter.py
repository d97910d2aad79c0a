"""Pictures painted for web processes, each by a process of its own.

The painter can crash the process that it works in (a worker only loses what it can repeat; a web
process has the requests of others).
"""

from __future__ import annotations

import subprocess
import sys
from threading import BoundedSemaphore

from django.conf import settings

WAIT, LONGEST = 2.0, 10.0  # seconds: until the painter is free, and that it may take
COMMAND = (sys.executable, "-m", "conquest.kit.picture")

# One at a time in each web process: who asks for many pictures at once cannot use up its machine.
_slots = BoundedSemaphore(1)


class PainterBusyError(Exception):
    """The painter has too much to do now."""


def paint_apart(svg: str, width: int) -> bytes:
    """Return a picture drawn by ``conquest.kit.picture`` as PNG, ``width`` pixels wide.

    :raises PainterBusyError: if others have pictures painted, or this one takes too long or fails.
    """
    if not _slots.acquire(timeout=WAIT):
        raise PainterBusyError
    try:
        return _run_painter(svg, width)
    finally:
        _slots.release()


def _run_painter(svg: str, width: int) -> bytes:
    try:
        # Without the environment, which holds the secrets of the site.
        done = subprocess.run(
            [*COMMAND, str(width)],
            input=svg.encode(),
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd=settings.ROOT,
            env={},
            timeout=LONGEST,
            check=True,
        )
    except subprocess.SubprocessError as error:
        raise PainterBusyError from error
    return done.stdout
