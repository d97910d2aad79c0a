"""Named places where a test may make a process fail: ``FAULT=after_send:kill``.

``kill`` ends the process as SIGKILL does, ``raise`` raises, ``pause`` stops it (SIGSTOP).
With ``FAULT_ONCE`` naming a file, the fault fires only as long as that file does not exist,
and writes the process's id into it. Outside tests ``FAULT`` is unset and ``manage.py check
--deploy`` insists on it.
"""

from __future__ import annotations

import os
import signal
import threading
from pathlib import Path

from django.conf import settings


class PlantedError(Exception):
    """A failure that a test asked for."""


def hit(name: str) -> None:
    """Fail here if the setting ``FAULT`` says so."""
    if not settings.FAULT:
        return
    place, _, manner = settings.FAULT.partition(":")
    if place == name and _should_fire():
        _fail_here(manner)


def _should_fire() -> bool:
    once = os.environ.get("FAULT_ONCE")
    if once is None:
        return True
    try:
        with Path(once).open("x") as file:
            file.write(str(os.getpid()))
    except FileExistsError:
        return False
    return True


def _fail_here(manner: str) -> None:
    match manner:
        case "raise":
            raise PlantedError
        case "pause":  # sent to this thread, which would run on while another takes it
            signal.pthread_kill(threading.get_ident(), signal.SIGSTOP)
        case _:
            os.kill(os.getpid(), signal.SIGKILL)
