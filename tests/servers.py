"""Real servers for tests: web, worker and beat as processes, SMTP in a thread; all on loopback."""

from __future__ import annotations

import asyncio
import contextlib
import email
import logging
import os
import secrets
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from email.message import EmailMessage
from email.policy import default
from pathlib import Path
from typing import IO, Any

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session

from tests import fork_server

ROOT = fork_server.ROOT
PATIENCE = 120.0  # of a machine on which much else runs
# What a site of a test waits for, where the machine may stand still for a while: tests of these
# limits set them lower.
LONG_PATIENCE = {"DATABASE_PATIENCE": "60", "LOCK_PATIENCE": "20", "EMAIL_TIMEOUT": "60"}
HANG_UP = "hang up"
PYTHON_MODULE = [sys.executable, "-m"]

logging.getLogger("mail.log").setLevel(logging.WARNING)  # aiosmtpd tells every command


# Below those that the system gives to connections, which take one within the seconds that a server
# needs until it listens.
PORTS = range(12_000, 32_000)
GIVEN: set[int] = set()  # ports that somebody of this process was given, and may not listen at yet


def free_port() -> int:
    """Return a port that is free on this machine, never one twice."""
    port = secrets.choice(PORTS)  # each test process has the same random numbers
    if port in GIVEN or not _can_be_bound(port):
        return free_port()
    GIVEN.add(port)
    return port


def _can_be_bound(port: int) -> bool:
    with socket.socket() as probe:
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return False
    return True


def is_open(port: int) -> bool:
    """Whether something takes connections at a port of this machine."""
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def until(condition: Callable[[], Any], what: str, patience: float = PATIENCE) -> Any:
    """Wait until ``condition`` gives something true, and give that; fail after ``patience``."""
    end = time.monotonic() + patience
    while time.monotonic() < end:
        if found := condition():
            return found
        time.sleep(0.05)
    raise AssertionError(f"in vain: {what}")


@dataclass
class PostOffice:
    """A mail server that keeps what it takes. ``answers`` are given one by one before the rest
    is taken with 250; a falsy answer also means taking it, ``HANG_UP`` taking it and hanging up
    before saying so. While ``refusal`` is set, all are answered so; addresses that are ``refused``
    get an answer of their own. With ``hangs_up_after`` a
    connection ends after that number of letters. ``pause`` is the time in seconds between taking a
    letter and saying so, where it ``pauses_at`` that letter; ``connections`` is how often somebody
    has said hello. ``sources`` are the letters as they came, by their Message-ID."""

    letters: list[EmailMessage] = field(default_factory=list)
    sources: dict[str, bytes] = field(default_factory=dict)
    answers: list[str] = field(default_factory=list)
    refusal: str = ""
    pause: float = 0
    pauses_at: Callable[[EmailMessage], bool] = lambda letter: True
    port: int = 0
    connections: int = 0
    refused: dict[str, str] = field(default_factory=dict)
    hangs_up_after: int = 0
    loop: asyncio.AbstractEventLoop = field(init=False)
    transports: list[asyncio.BaseTransport] = field(default_factory=list)
    taken: Counter[Session] = field(default_factory=Counter)

    async def handle_EHLO(
        self, server: SMTP, session: Session, envelope: Envelope, hostname: str, lines: list[str]
    ) -> list[str]:
        session.host_name = hostname
        self.connections += 1
        assert server.transport is not None
        self.transports.append(server.transport)
        return lines

    async def handle_RCPT(
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        if address in self.refused:
            return self.refused[address]
        envelope.rcpt_tos.append(address)
        return "250 known"

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        answer = self.answers.pop(0) if self.answers else self.refusal
        if answer and answer != HANG_UP and not answer.startswith("250"):
            return answer
        source = envelope.original_content or b""
        message = email.message_from_bytes(source, policy=default)
        self.sources[str(message["Message-ID"])] = source
        self.letters.append(message)
        await asyncio.sleep(self.pause if self.pauses_at(message) else 0)
        assert server.transport is not None
        self.taken[session] += 1
        if answer == HANG_UP:
            server.transport.close()
        elif self.taken[session] == self.hangs_up_after:
            self.loop.call_soon(server.transport.close)  # after the answer
        return answer or "250 taken"

    def hang_up(self) -> None:
        """End all connections without a word, as a server does that has waited long enough."""
        for transport in self.transports:
            self.loop.call_soon_threadsafe(transport.close)
            until(transport.is_closing, "the end of a connection")

    @property
    def url(self) -> str:
        return f"smtp://127.0.0.1:{self.port}"

    def to(self, address: str) -> list[EmailMessage]:
        return [letter for letter in self.letters if letter["To"] == address]

    def ids(self) -> list[str]:
        return [str(letter["Message-ID"]) for letter in self.letters]


@contextlib.contextmanager
def post_office(
    host: str = "127.0.0.1", port: int = 0, office: PostOffice | None = None
) -> Iterator[PostOffice]:
    """Run a real SMTP server, which keeps what it takes as ``office`` does if one is given."""
    office = office or PostOffice()
    controller = Controller(office, hostname=host, port=port or free_port(), ready_timeout=PATIENCE)
    controller.start()
    office.port, office.loop = controller.port, controller.loop
    try:
        yield office
    finally:
        controller.stop()


@dataclass
class Server:
    """A process of ours, with its output in a file."""

    process: fork_server.Process | subprocess.Popen[bytes]
    log: Path
    address: str = ""
    env: Mapping[str, str] = field(default_factory=dict)

    def kill(self) -> None:
        """End the process and its children as a power cut would."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def stop(self) -> None:
        """End the process in good order, by force if it does not follow."""
        if self.process.poll() is None:
            with contextlib.suppress(ProcessLookupError):  # it may have ended since
                os.kill(self.process.pid, signal.SIGTERM)
                os.killpg(self.process.pid, signal.SIGCONT)
        try:
            self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.kill()


def environment(database_url: str, var: Path, **more: str) -> dict[str, str]:
    """Return the environment of a small site with a database and a folder of its own."""
    keep = ("PATH", "HOME", "LANG", "PYTHONPATH")
    return {
        **{name: os.environ[name] for name in keep if name in os.environ},
        "API_SHARE": "0",  # as PERSON_BUDGET
        "DATABASE_URL": database_url,
        "DEBUG": "1",
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "MAX_NEWCOMER_TABLES": "0",  # people of tests sit wherever they are needed
        "LETTER_HOLD": "0",  # letters are waited for while pages are open
        "PERSON_BUDGET": "0",  # a test is one place, and faster than people
        "RULESETS": "tests.rulesets",
        "SECRET_KEY": "for tests only",
        "TICK": "1",
        "VAR": str(var),
        **LONG_PATIENCE,
        **more,
    }


@contextlib.contextmanager
def running(
    command: list[str], env: Mapping[str, str], name: str, address: str = "", code: Path = ROOT
) -> Iterator[Server]:
    """Run a command in a process group of its own, by this code or another release of it."""
    log = Path(env["VAR"]) / f"{name}.log"
    log.parent.mkdir(parents=True, exist_ok=True)
    with log.open("ab") as out:
        process = _start(command, env, out, code)
    server = Server(process, log, address, env)
    try:
        yield server
    finally:
        server.stop()


def _start(
    command: list[str], env: Mapping[str, str], out: IO[bytes], code: Path
) -> fork_server.Process | subprocess.Popen[bytes]:
    """Start a module of Python from the fork server, and anything else as it comes."""
    if command[:2] == PYTHON_MODULE and code == ROOT:
        return fork_server.start(command[2:], env, out)
    return subprocess.Popen(
        command, cwd=code, env=dict(env), stdout=out, stderr=out, start_new_session=True
    )


def module(name: str, *arguments: str, without: str = "") -> list[str]:
    """Return the command that runs a module, with a guard taken away where a control names one."""
    launcher = ["tests.faults.without", without] if without else []
    return [*PYTHON_MODULE, *launcher, name, *arguments]


@contextlib.contextmanager
def _killed(server: Server) -> Iterator[None]:
    """End a process without ado, which it must bear and which takes no time."""
    try:
        yield
    finally:
        server.kill()


@contextlib.contextmanager
def web(
    env: Mapping[str, str],
    workers: int = 2,
    port: int = 0,
    without: str = "",
    code: Path = ROOT,
    application: str = "config.wsgi",
) -> Iterator[Server]:
    """Run gunicorn until it answers."""
    port = port or free_port()
    address = f"http://127.0.0.1:{port}"
    command = module("gunicorn", application, "--bind", f"127.0.0.1:{port}", without=without)
    command += ["--preload", "--workers", str(workers), "--threads", "8", "--timeout", "60"]
    name = "web" if application == "config.wsgi" else application
    with running(command, {**env, "SITE_URL": address}, name, address, code) as server:
        until(lambda: _answers(f"{address}/healthz"), f"web server, see {server.log}")
        with _killed(server):
            yield server


@contextlib.contextmanager
def worker(
    env: Mapping[str, str],
    *,
    beat: bool = True,
    name: str = "worker",
    without: str = "",
    queues: str = "",
    code: Path = ROOT,
) -> Iterator[Server]:
    """Run a Celery worker, with the beat inside unless told otherwise, for all queues or some.
    Where a site has no broker, all its ticks run in one process instead."""
    command = module("celery", "-A", "config.celery", "worker", without=without)
    command += ["--concurrency", "1", *(["--queues", queues] if queues else [])]
    command += ["--loglevel", "INFO", "--hostname", f"{name}@{env.get('QUEUE', 'localhost')}"]
    command += ["--beat"] if beat else []
    if not env.get("BROKER_URL"):
        command = module("django", "run_ticks", without=without)
    with running(command, env, name, code=code) as server, _killed(server):
        yield server


@contextlib.contextmanager
def beat(env: Mapping[str, str], name: str = "beat", without: str = "") -> Iterator[Server]:
    """Run a beat alone."""
    command = module("celery", "-A", "config.celery", "beat", "--schedule", without=without)
    command += [f"{env['VAR']}/{name}", "--loglevel", "INFO"]
    with running(command, env, name) as server, _killed(server):
        yield server


def _answers(address: str) -> bool:
    try:
        with urllib.request.urlopen(address, timeout=5) as response:
            return bool(response.status == 200)
    except OSError:
        return False


def run(command: list[str], env: Mapping[str, str]) -> str:
    """Run a command to its end and give what it printed; fail if it failed. As at a prompt, it
    waits for the database as long as that takes."""
    endless = {**env, "DATABASE_PATIENCE": "0"}
    done = subprocess.run(
        command, cwd=ROOT, env=endless, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout
