"""Run the whole site on one machine: database, web server and ticks, until Ctrl-C.

Children run in sessions of their own, so that Ctrl-C reaches this process alone. A reaper process
ends them, and the embedded server, as soon as this process is gone, whatever ended it.
"""

from __future__ import annotations

import fcntl
import os
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import IO

from trial.steps import Step

HOST = "127.0.0.1"
NAME = "localhost"  # browsers make no passkeys for an IP address
POLL_SECONDS = 0.3
POSTBOX_OFFSET = 25  # so that two sites at neighbouring ports do not meet


class PlayError(Exception):
    """Why the site cannot run, in one line."""


def child_commands(port: int, postbox_port: int = 0) -> Mapping[str, Sequence[str]]:
    """Return the arguments for Python of each child, by name."""
    children = {
        "web": (
            "-m", "gunicorn", "config.wsgi", "--bind", f"{HOST}:{port}", "--workers", "1",
            "--threads", "8", "--graceful-timeout", "1", "--log-level", "warning",
        ),
        "ticks": ("manage.py", "run_ticks"),
    }  # fmt: skip
    if postbox_port:
        children["postbox"] = ("manage.py", "postbox", "--smtp", f"{HOST}:{postbox_port}")
    return children


def find_postbox_port(port: int) -> int:
    """Return the port of the postbox beside the port of the site; 0 if it is taken."""
    try:
        check_port(port + POSTBOX_OFFSET)
    except (PlayError, OverflowError):
        return 0
    return port + POSTBOX_OFFSET


def local_site_url(port: int) -> str:
    """Return the URL of the site."""
    return f"http://{NAME}:{port}"


def child_environment(port: int, database_url: str, postbox_port: int = 0) -> dict[str, str]:
    """Return the environment of the children: that of this process, with what they need."""
    # What stands before os.environ is a default; what stands after it always holds.
    return {
        "SITE_URL": local_site_url(port),
        "ALLOWED_HOSTS": HOST,
        "REPLY_ADDRESS": f"reply@{NAME}" if postbox_port else "",
        **os.environ,
        "PLAY": "1",
        "POSTBOX_PORT": str(postbox_port),
        "DATABASE_URL": database_url,
        "PYTHONUNBUFFERED": "1",
    }


def check_port(port: int) -> None:
    """Check that the port is free.

    :raises PlayError: if it is not.
    """
    with socket.socket() as probe:
        # Connections of a server that has just ended do not count as taking the port.
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((HOST, port))
        except OSError as error:
            raise PlayError(f"Port {port} is taken; choose another: make play PORT=8001") from error


def lock_folder(folder: Path, site: str) -> IO[str]:
    """Take the lock of a folder, which is free again when all have ended that share the file.

    :raises PlayError: if another run has it.
    """
    file = (folder / "play.lock").open("a+")
    try:
        # The system takes it back however the processes end; a file that is left means nothing.
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        with file:
            file.seek(0)
            raise PlayError(
                f"The site of {folder} runs already, at {file.read()}; stop that first, "
                "or choose another folder: make play VAR=var/second PORT=8001"
            ) from error
    file.truncate(0)
    file.write(f"{site}/ (process {os.getpid()})")
    file.flush()
    return file


class Reaper:
    """A process that outlives this one just long enough to clean up after it."""

    def __init__(self, data: Path | None, lock: IO[str] | None = None) -> None:
        # Its input ends when this process does, even by SIGKILL: that is its signal to act.
        command = [sys.executable, "-m", "trial.reaper", *([str(data)] if data else [])]
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, text=True, start_new_session=True,
            # Nobody may use the folder while the reaper still ends what has used it.
            pass_fds=[lock.fileno()] if lock else [],
        )  # fmt: skip

    def watch_process(self, pid: int) -> None:
        """Let the reaper end the process ``pid``, too."""
        assert self._process.stdin is not None
        self._process.stdin.write(f"{pid}\n")
        self._process.stdin.flush()

    def release(self) -> None:
        """Let the reaper clean up now."""
        assert self._process.stdin is not None
        self._process.stdin.close()

    def wait(self) -> None:
        self._process.wait()


def run_children(
    children: Mapping[str, Sequence[str]],
    env: Mapping[str, str],
    reaper: Reaper,
    tend: Callable[[], None] = lambda: None,
) -> None:
    """Run the children until one of them ends.

    ``tend`` is called repeatedly meanwhile.

    :raises PlayError: if a child has ended by itself.
    """
    running = {name: _start_child(name, command, env, reaper) for name, command in children.items()}
    try:
        while True:
            for name, child in running.items():
                if child.poll() is not None:
                    raise PlayError(f"The {name} process ended with status {child.returncode}.")
            tend()
            time.sleep(POLL_SECONDS)
    finally:
        reaper.release()
        for child in running.values():
            child.wait()


def _start_child(
    name: str, command: Sequence[str], env: Mapping[str, str], reaper: Reaper
) -> subprocess.Popen[str]:
    child = subprocess.Popen(
        [sys.executable, *command], env=dict(env), text=True, start_new_session=True,
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )  # fmt: skip
    reaper.watch_process(child.pid)
    threading.Thread(target=_print_output, args=(name, child), daemon=True).start()
    return child


def _print_output(name: str, child: subprocess.Popen[str]) -> None:
    assert child.stdout is not None
    with child.stdout as lines:
        for line in lines:
            Step.print_between(f"{name:5} | {line.rstrip()}")
