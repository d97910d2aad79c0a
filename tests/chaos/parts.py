"""The parts of a site, each of which may be killed or frozen and comes again."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager, suppress
from dataclasses import dataclass, field

from tests import collected, servers
from tests.faults import sites
from tests.faults.clusters import Cluster
from tests.faults.sites import Site
from tests.servers import Server

Opening = Callable[[], AbstractContextManager[Server]]


@dataclass
class Part:
    """A process of the site with its children. Faults of one part wait for each other."""

    name: str
    opening: Opening
    lock: threading.Lock = field(default_factory=threading.Lock)
    stack: ExitStack = field(default_factory=ExitStack)
    ends: int = 0  # by itself

    def __enter__(self) -> Part:
        self.server = self.stack.enter_context(self.opening())
        return self

    def __exit__(self, *error: object) -> None:
        self.server.kill()
        self.stack.close()

    def kill(self) -> None:
        """End the process as a power cut would, and start it again."""
        with self.lock:
            self._see_alive()
            self.__exit__()
            self.__enter__()

    def kill_child(self, dice: random.Random) -> None:
        """End one of its children, which it must replace."""
        with self.lock, suppress(ProcessLookupError, IndexError):
            os.kill(dice.choice(_children(self.server.process.pid)), signal.SIGKILL)

    def freeze(self, seconds: float) -> None:
        """Let it stand still for a while."""
        with self.lock:
            self._see_alive()
            sites.freeze(self.server)
            time.sleep(seconds)
            sites.thaw(self.server)

    def _see_alive(self) -> None:
        """Start it again where it has come to an end by itself, as a process manager would."""
        if self.server.process.poll() is not None:
            self.ends += 1
            self.__exit__()
            self.__enter__()


@dataclass
class Parts:
    """All of a site: people meet ``web`` and ``office`` alone."""

    site: Site
    cluster: Cluster
    web: Part
    letters: Part
    turns: Part
    beat: Part
    broker: Part
    database = threading.Lock()  # faults of the database wait for each other

    @property
    def ends(self) -> int:
        """Count how often parts have come to an end by themselves."""
        return sum(one.ends for one in (self.web, self.letters, self.turns, self.beat, self.broker))

    @property
    def address(self) -> str:
        return self.web.server.address


SETTINGS = {
    "DATABASE_PATIENCE": "3",
    "LOCK_PATIENCE": "1",
    "DEBUG": "0",
    "EMAIL_TIMEOUT": "2",
    "LETTER_LEASE": "10",
    "LOG_LEVEL": "WARNING",
}


@contextmanager
def running(site: Site, cluster: Cluster, without: str = "") -> Iterator[Parts]:
    """Run a site of several processes, with a broker and a database of its own."""
    port, web = servers.free_port(), servers.free_port()
    env = {**site.env, **SETTINGS, "DATABASE_URL": cluster.url}
    env["BROKER_URL"] = f"redis://127.0.0.1:{port}/0"
    collected.into(env)
    openings: dict[str, Opening] = {
        "broker": lambda: _redis(port, site),
        "web": lambda: servers.web(env, port=web, without=without),
        "letters": lambda: _worker(env, "letters", "codes", "letters", "mails", without=without),
        "turns": lambda: _worker(env, "turns", "turns", "house", without=without),
        "beat": lambda: servers.beat(env, without=without),
    }
    with ExitStack() as stack:
        yield Parts(
            site,
            cluster,
            **{
                name: stack.enter_context(Part(name, opening)) for name, opening in openings.items()
            },
        )


def _worker(
    env: dict[str, str], name: str, *queues: str, without: str
) -> AbstractContextManager[Server]:
    names = ",".join(f"{env['QUEUE']}.{queue}" for queue in queues)
    return servers.worker(env, beat=False, name=name, without=without, queues=names)


def _redis(port: int, site: Site) -> AbstractContextManager[Server]:
    command = ["redis-server", "--port", str(port), "--bind", "127.0.0.1", "--save", ""]
    return servers.running([*command, "--dir", str(site.var)], site.env, "redis")


def _children(pid: int) -> list[int]:
    found = subprocess.run(["pgrep", "-P", str(pid)], capture_output=True, text=True, check=False)
    return [int(child) for child in found.stdout.split()]
