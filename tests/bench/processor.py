"""How long the processes of a server, and PostgreSQL for them, have used a core."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from django.db import connection

from tests.servers import Server

TICKS = os.sysconf("SC_CLK_TCK")
PARENT, GROUP = 1, 2  # places in the figures of a process


@dataclass(frozen=True, slots=True)
class Used:
    """Seconds of a core: of a server's own processes, and of PostgreSQL with all it does."""

    own: float
    database: float

    @property
    def total(self) -> float:
        return self.own + self.database

    def __sub__(self, before: Used) -> Used:
        return Used(self.own - before.own, self.database - before.database)

    def split(self, times: int) -> Used:
        """Return the share of one of that many acts."""
        return Used(self.own / times, self.database / times)


def read_used(server: Server) -> Used:
    """Return what a server and PostgreSQL, which runs on this machine, have used so far, with the
    processes of theirs that have ended."""
    backend, group = _backend(), str(os.getpgid(server.process.pid))
    stats = dict(_stats())
    postmaster = stats[backend][PARENT]
    own = (_spent(pid, stat) for pid, stat in stats.items() if stat[GROUP] == group)
    others = (_spent(pid, stat) for pid, stat in stats.items() if postmaster in (pid, stat[PARENT]))
    return Used(sum(own), sum(others))


def _stats() -> Iterator[tuple[str, list[str]]]:
    """Yield the figures of every process, from its state on, by its id."""
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            yield folder.name, (folder / "stat").read_text().rpartition(")")[2].split()


def _backend() -> str:
    """Return the process of PostgreSQL behind the connection of this one."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        (pid,) = cursor.fetchone()
    return str(pid)


def _spent(pid: str, stat: Sequence[str]) -> float:
    """Return the seconds of a process with all threads that it has had, and of its children that
    have ended, which are told in hundredths alone."""
    with suppress(OSError):  # it has ended
        return time.clock_gettime(_clock_of(int(pid))) + sum(map(int, stat[13:15])) / TICKS
    return 0.0


def _clock_of(pid: int) -> int:
    """Return Linux' number for the clock of what a process has used, as clock_getcpuclockid."""
    return ~pid << 3 | 2
