"""Runs the whole site on one machine: database, web server, worker and beat, until Ctrl-C.

Children run in sessions of their own, so that Ctrl-C reaches this process alone. A keeper
process ends them, and the embedded server, as soon as this process is gone, however it went.
"""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

HOST = "127.0.0.1"
STEP = 0.3
ROOT_WARNING = "ignore:You're running the worker with superuser privileges"


class Trouble(Exception):
    """Why the site cannot run, in one line."""


def commands(port: int, folder: Path) -> Mapping[str, Sequence[str]]:
    """Give the command of each child by name."""
    celery = ("-W", ROOT_WARNING, "-m", "celery", "--quiet", "-A", "config.celery")
    return {
        "web": (
            "-m", "gunicorn", "config.wsgi", "--bind", f"{HOST}:{port}", "--workers", "1",
            "--threads", "8", "--graceful-timeout", "2", "--log-level", "warning",
        ),
        "worker": (*celery, "worker", "--concurrency", "1", "--loglevel", "WARNING"),
        "beat": (*celery, "beat", "--loglevel", "WARNING", "--schedule", str(folder / "beat")),
    }  # fmt: skip


def environment(port: int, database_url: str) -> dict[str, str]:
    """Give what the children need to know, over what this process was given."""
    return {
        "SITE_URL": f"http://{HOST}:{port}",
        "ALLOWED_HOSTS": f"localhost,{HOST}",
        **os.environ,
        "PLAY": "1",
        "DATABASE_URL": database_url,
        "PYTHONUNBUFFERED": "1",
    }


def check_port(port: int) -> None:
    """Raise ``Trouble`` when somebody listens on the port already."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((HOST, port))
        except OSError as error:
            raise Trouble(f"Port {port} is taken; choose another: make play PORT=8001") from error


class Keeper:
    """The process that outlives this one just long enough to clear up after it."""

    def __init__(self, data: Path | None) -> None:
        command = [sys.executable, "-m", "config.keeper", *([str(data)] if data else [])]
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, text=True, start_new_session=True
        )

    def watch(self, pid: int) -> None:
        """Have the keeper end this process, too."""
        assert self._process.stdin is not None
        self._process.stdin.write(f"{pid}\n")
        self._process.stdin.flush()

    def release(self) -> None:
        """Let the keeper clear up now."""
        assert self._process.stdin is not None
        self._process.stdin.close()

    def wait(self) -> None:
        self._process.wait()


def run(children: Mapping[str, Sequence[str]], env: Mapping[str, str], keeper: Keeper) -> None:
    """Run the children until one of them ends, or whoever started this process goes away.

    Raises ``Trouble`` when a child has ended by itself.
    """
    parent = os.getppid()
    running = {name: _start(name, command, env, keeper) for name, command in children.items()}
    try:
        while os.getppid() == parent:
            for name, child in running.items():
                if child.poll() is not None:
                    raise Trouble(f"The {name} process ended with status {child.returncode}.")
            time.sleep(STEP)
    finally:
        keeper.release()
        for child in running.values():
            child.wait()


def _start(
    name: str, command: Sequence[str], env: Mapping[str, str], keeper: Keeper
) -> subprocess.Popen[str]:
    child = subprocess.Popen(
        [sys.executable, *command], env=dict(env), text=True, start_new_session=True,
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )  # fmt: skip
    keeper.watch(child.pid)
    threading.Thread(target=_print, args=(name, child), daemon=True).start()
    return child


def _print(name: str, child: subprocess.Popen[str]) -> None:
    assert child.stdout is not None
    with child.stdout as lines:
        for line in lines:
            print(f"{name:6} | {line}", end="", flush=True)


def heed_signals() -> None:
    """Let a request to end, from wherever it comes, be what Ctrl-C is."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.default_int_handler)


def ignore_signals() -> None:
    """Clear up undisturbed."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
