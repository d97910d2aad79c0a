"""A process that has imported the libraries and the rules, and forks a child for each command.

A child then runs ``python -m MODULE ARGUMENTS`` as a new interpreter would: a session, environment
and output of its own, settings read afresh, and its own exit status. Nothing that reads settings is
imported before the fork, so that guards and faults take hold in a child as in any other process.
"""

from __future__ import annotations

import atexit
import functools
import gc
import importlib
import json
import os
import runpy
import select
import signal
import socket
import struct
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import IO

ROOT = Path(__file__).parent.parent
KEPT = ("PATH", "HOME", "LANG", "PYTHONPATH")
PRELOADED = "LD_PRELOAD"
NUMBER = struct.Struct("i")
IMPORTED = (
    "PIL.Image",
    "anymail.urls",
    "authheaders",
    "celery.apps.beat",
    "celery.apps.worker",
    "celery.backends.base",
    "celery.bin.celery",
    "celery.concurrency.prefork",
    "celery.fixups.django",
    "celery.worker.components",
    "celery.worker.consumer",
    "confusable_homoglyphs.confusables",
    "conquest.kit.missions",
    "conquest.kit.record",
    "conquest.rulesets.armada",
    "conquest.rulesets.bollwerk",
    "conquest.rulesets.conquest",
    "conquest.rulesets.espionage",
    "conquest.rulesets.grand_conquest",
    "cryptography.fernet",
    "csp.middleware",
    "django.contrib.admin",
    "django.contrib.admin.views.main",
    "django.contrib.auth.hashers",
    "django.contrib.messages.middleware",
    "django.contrib.postgres.fields",
    "django.contrib.postgres.forms",
    "django.contrib.postgres.search",
    "django.contrib.sessions.middleware",
    "django.contrib.staticfiles.storage",
    "django.core.cache.backends.db",
    "django.core.cache.backends.locmem",
    "django.core.mail.backends.smtp",
    "django.core.management.commands.migrate",
    "django.core.wsgi",
    "django.db.backends.postgresql.base",
    "django.db.migrations.autodetector",
    "django.db.migrations.executor",
    "django.middleware.locale",
    "django.template.defaulttags",
    "django.template.loader_tags",
    "django.views.debug",
    "django.views.defaults",
    "django_permissions_policy",
    "dns.asyncbackend",
    "environ",
    "fido2.server",
    "gunicorn.app.wsgiapp",
    "gunicorn.workers.gthread",
    "icalendar",
    "imap_tools",
    "jinja2",
    "kombu.transport.pyamqp",
    "kombu.transport.redis",
    "markdown_it",
    "openskill.models",
    "packaging.version",
    "prometheus_client",
    "publicsuffix2",
    "pydantic.root_model",
    "pydantic.type_adapter",
    "resvg",
    "spf",
    "structlog",
    "unittest.mock",
    "whitenoise.middleware",
)


class Process:
    """A child of the fork server, waited for like a ``subprocess.Popen``."""

    def __init__(self, line: socket.socket) -> None:
        self._line = line
        self.pid = self._receive()
        self.returncode: int | None = None

    def poll(self) -> int | None:
        """Return the exit status, None while the process runs."""
        if self.returncode is None and select.select([self._line], [], [], 0)[0]:
            self.wait()
        return self.returncode

    def wait(self, timeout: float | None = None) -> int:
        """Return the exit status, a negative one for a signal, once the process has ended."""
        if self.returncode is None:
            if not select.select([self._line], [], [], timeout)[0]:
                raise subprocess.TimeoutExpired(str(self.pid), timeout or 0)
            self.returncode = self._receive()
            self._line.close()
        return self.returncode

    def _receive(self) -> int:
        (number,) = NUMBER.unpack(self._line.recv(NUMBER.size))
        return int(number)


def start(arguments: Sequence[str], env: Mapping[str, str], out: IO[bytes]) -> Process:
    """Run ``python -m`` with arguments in a session of its own; return the process."""
    ours, theirs = socket.socketpair()
    with theirs:
        requests = _connect(env.get(PRELOADED, ""))
        socket.send_fds(requests, [b"."], [theirs.fileno(), out.fileno()])
    ours.sendall(json.dumps([list(arguments), dict(env)]).encode() + b"\n")
    return Process(ours)


@functools.cache
def _connect(library: str) -> socket.socket:
    """Start a server of this test process, with a library that is loaded before all others where
    one is named; return the socket that takes requests. The server ends with it."""
    ours, theirs = socket.socketpair()
    kept = {name: os.environ[name] for name in KEPT if name in os.environ}
    with theirs:
        server = subprocess.Popen(
            [sys.executable, "-m", "tests.fork_server", str(theirs.fileno())],
            cwd=ROOT,
            env=kept | ({PRELOADED: library} if library else {}),
            pass_fds=[theirs.fileno()],
            start_new_session=True,
        )
    atexit.register(_end, ours, server)
    return ours


def _end(requests: socket.socket, server: subprocess.Popen[bytes]) -> None:
    requests.close()
    server.wait()


def import_libraries() -> None:
    """Import all that reads no settings."""
    for name in IMPORTED:
        importlib.import_module(name)
    importlib.import_module("conquest.registry").find_rulesets()
    assert not importlib.import_module("django.conf").settings.configured
    gc.collect()
    gc.freeze()  # the collector would otherwise write to every page that is shared


def receive_command(requests: socket.socket) -> list[str] | None:
    """Fork for each request. Return the arguments in a child, None once nobody can ask."""
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for those who wait for a child
    while True:
        _byte, fds, _flags, _address = socket.recv_fds(requests, 1, 2)
        if not fds:
            return None
        if os.fork() == 0:
            requests.close()
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            return _fork_child(socket.socket(fileno=fds[0]), fds[1])
        for fd in fds:
            os.close(fd)


def _fork_child(line: socket.socket, out: int) -> list[str]:
    """Fork, wait for the child, tell its exit status and end. Return the arguments in the child."""
    with line.makefile("rb") as file:
        arguments, env = json.loads(file.readline())
    if pid := os.fork():
        status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
        line.send(NUMBER.pack(status))
        os._exit(0)
    os.setsid()
    line.send(NUMBER.pack(os.getpid()))  # from now on its process group can be killed
    line.close()
    for number, fd in enumerate((os.open(os.devnull, os.O_RDONLY), out, out)):
        os.dup2(fd, number)
    os.close(out)
    os.environ.clear()
    os.environ.update(env)
    return list(arguments)


def main() -> None:
    import_libraries()
    if arguments := receive_command(socket.socket(fileno=int(sys.argv[1]))):
        sys.argv = arguments
        runpy.run_module(arguments[0], run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    main()
