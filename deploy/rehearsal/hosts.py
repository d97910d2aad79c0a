"""Hosts: network namespaces on one bridge, each with an address, a folder, and processes that are
started again when they end, as systemd would."""

from __future__ import annotations

import os
import signal
import subprocess
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path

from deploy.rehearsal.needs import SBIN

DISKS = Path("/mnt")  # in a mount namespace of our own: memory, which ends with it
BRIDGE, OUTSIDE = "hub", "10.77.0.1"
RESTART_SECONDS = 1.0
END_SECONDS = 60.0  # a worker ends its task first
ROOT = Path(__file__).parents[2]
NAMED = 'hostname "$0" && exec "$@"'  # programs call themselves by the name of their host


@dataclass(frozen=True, slots=True, kw_only=True)
class Service:
    """A program of a host, by whom and in which folder it is run, with which environment."""

    name: str
    command: Sequence[str]
    user: str = "root"
    folder: Path = ROOT
    env: Mapping[str, str] = field(default_factory=dict)


@dataclass
class Host:
    """A machine of the rehearsal."""

    name: str
    address: str
    logs: Path
    services: list[Service] = field(default_factory=list)
    is_up: bool = False
    _running: dict[str, subprocess.Popen[bytes]] = field(default_factory=dict)
    _lock: threading.RLock = field(default_factory=threading.RLock)

    @property
    def folder(self) -> Path:
        """Return the root of its disk."""
        return DISKS / self.name

    def boot(self) -> None:
        """Start all services."""
        with self._lock:
            self.is_up = True
            self.revive()

    def revive(self) -> None:
        """Start the services that have ended."""
        with self._lock:
            for service in self.services if self.is_up else ():
                process = self._running.get(service.name)
                if process is None or process.poll() is not None:
                    self._running[service.name] = self._start(service)

    @property
    def runs_all(self) -> bool:
        """Whether all its services run."""
        with self._lock:
            return self.is_up and all(
                name in self._running and self._running[name].poll() is None
                for name in (service.name for service in self.services)
            )

    def kill(self) -> None:
        """End all processes at once, as a power cut does."""
        with self._lock:
            self.is_up = False
            while pids := self.pids():
                signal_all(pids, signal.SIGKILL)
                time.sleep(0.02)

    def upgrade(self) -> None:
        """Let the programs of another folder end what they are at; they start again in this one."""
        with self._lock:
            old = [service.name for service in self.services if service.folder != ROOT]
            self.services = [replace(service, folder=ROOT) for service in self.services]
            ending = [self._running[name] for name in old]
        for process in ending:
            process.terminate()
        for process in ending:
            process.wait(END_SECONDS)

    def freeze(self) -> None:
        """Stop all processes where they stand."""
        for _ in range(2):  # some may have been forked meanwhile
            signal_all(self.pids(), signal.SIGSTOP)

    def thaw(self) -> None:
        """Let all processes go on."""
        signal_all(self.pids(), signal.SIGCONT)

    def pids(self) -> list[int]:
        """Return the processes that run there."""
        return [int(pid) for pid in run("ip", "netns", "pids", self.name).split()]

    def command(self, command: Sequence[str], user: str = "root") -> list[str]:
        """Return what runs a command on this host."""
        inside = [
            "ip",
            "netns",
            "exec",
            self.name,
            "unshare",
            "--uts",
            "sh",
            "-c",
            NAMED,
            self.name,
        ]
        rights = ["setpriv", "--reuid", user, "--regid", user, "--init-groups"]
        return [*inside, *([] if user == "root" else rights), *command]

    def run(self, *command: str, stdin: str = "", env: Mapping[str, str] | None = None) -> str:
        """Run a command there to its end and return what it printed."""
        return run(*self.command(command), stdin=stdin, env=env)

    def _start(self, service: Service) -> subprocess.Popen[bytes]:
        with (self.logs / f"{self.name}-{service.name}.log").open("ab") as log:
            return subprocess.Popen(
                self.command(service.command, service.user),
                cwd=service.folder,
                env={**environment(), "HOME": str(self.folder), **service.env},
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )


class Network:
    """The hosts and the bridge between them. The rehearsal itself is outside, at the bridge."""

    def __init__(self, logs: Path) -> None:
        self.hosts: dict[str, Host] = {}
        self.logs = logs
        logs.mkdir(parents=True, exist_ok=True)
        DISKS.mkdir(exist_ok=True)
        for folder in (DISKS, Path("/run/netns")):
            folder.mkdir(exist_ok=True)
            run("mount", "-t", "tmpfs", "-o", "mode=0755", "rehearsal", str(folder))
        run("ip", "link", "set", "lo", "up")
        run("ip", "link", "add", BRIDGE, "type", "bridge")
        run("ip", "address", "add", f"{OUTSIDE}/24", "dev", BRIDGE)
        run("ip", "link", "set", BRIDGE, "up")

    def add(self, name: str, number: int, *, disk_mb: int = 0) -> Host:
        """Add a host with an address, perhaps with a disk of its own that can be full."""
        host = Host(name, f"10.77.0.{number}", self.logs)
        host.folder.mkdir()
        if disk_mb:
            size = f"size={disk_mb}m,mode=0755"
            run("mount", "-t", "tmpfs", "-o", size, name, str(host.folder))
        self._connect(host)
        self.hosts[name] = host
        return host

    def write_names(self) -> None:
        """Let all hosts know each other by their names, as /etc/hosts does."""
        lines = [f"{host.address} {host.name}" for host in self.hosts.values()]
        names = DISKS / "names"
        names.write_text("\n".join(["127.0.0.1 localhost", f"{OUTSIDE} outside", *lines, ""]))
        run("mount", "--bind", str(names), "/etc/hosts")

    @contextmanager
    def supervise(self) -> Iterator[None]:
        """Start services again that end, until this is over; then end them all."""
        closed = threading.Event()
        thread = threading.Thread(target=self._watch, args=(closed,))
        thread.start()
        try:
            yield
        finally:
            closed.set()
            thread.join()
            for host in self.hosts.values():
                host.kill()

    def _watch(self, closed: threading.Event) -> None:
        while not closed.wait(RESTART_SECONDS):
            for host in self.hosts.values():
                host.revive()

    def _connect(self, host: Host) -> None:
        run("ip", "netns", "add", host.name)
        cable = f"to-{host.name}"
        run("ip", "link", "add", cable, "type", "veth", "peer", "name", "eth0", "netns", host.name)
        run("ip", "link", "set", cable, "master", BRIDGE, "up")
        run("ip", "-n", host.name, "address", "add", f"{host.address}/24", "dev", "eth0")
        for device in ("lo", "eth0"):
            run("ip", "-n", host.name, "link", "set", device, "up")


def environment() -> dict[str, str]:
    """Return the environment that programs of all hosts have."""
    return {"PATH": SBIN, "LANG": "C.UTF-8"}


def signal_all(pids: Sequence[int], number: int) -> None:
    """Send a signal to processes, some of which may have ended."""
    for pid in pids:
        with suppress(ProcessLookupError):
            os.kill(pid, number)


def run(*command: str, stdin: str = "", env: Mapping[str, str] | None = None) -> str:
    """Run a command to its end and return what it printed.

    :raises RuntimeError: if it fails, with what it says.
    """
    done = subprocess.run(
        command,
        cwd=ROOT,
        input=stdin,
        env={**environment(), **(env or {})},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise RuntimeError(f"{' '.join(command)}: {done.stderr.strip() or done.stdout.strip()}")
    return done.stdout
