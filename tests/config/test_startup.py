"""What cannot start says in one line which setting is wrong."""

from __future__ import annotations

import os
import socketserver
import struct
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from threading import Thread
from urllib.parse import urlsplit

import pytest
from django.db import connection

from tests import brokers, pgbouncer, servers

NO_BROKER = "redis://127.0.0.1:1"
ENCRYPTION = (b"\x04\xd2\x16\x2f", b"\x04\xd2\x16\x30")  # asked for by SSL, by GSS
CHECK = ["manage.py", "migrate"]
WORKER = ["-m", "celery", "-A", "config.celery", "worker"]
BEAT = ["-m", "celery", "-A", "config.celery", "beat"]
WEB = ["-m", "gunicorn", "config.wsgi", "--bind", "127.0.0.1:0", "--preload"]
AMAZON = {"ANYMAIL_PROVIDER": "amazon_ses"}
COMMANDS, COMMAND_IDS = (
    [WEB, WORKER, ["manage.py", "run_ticks"]],
    ["web", "worker", "ticks"],
)


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"TICK": "0"}, "Settings: TICK must be a whole number from 1 on, not '0'."),
        ({"LETTER_LEASE": "0"}, "Settings: LETTER_LEASE must be a whole number from 1 on"),
        ({"VAR": "/proc/nowhere"}, "Settings: VAR cannot be written: "),
        ({"EMAIL_URL": "smtp://a:b@mail:x"}, "Settings: EMAIL_URL must be an address with smtp or"),
        (
            {"DATABASE_PATIENCE": "6"},
            "Settings: DATABASE_PATIENCE must be more than twice LOCK_PATIENCE.",
        ),
        (
            {"OIDC_URL": "https://login.example.org", "OIDC_NAME": "Village"},
            "Settings: OIDC_URL, OIDC_CLIENT_ID, OIDC_SECRET and OIDC_NAME belong together",
        ),
        (
            {"OIDC_URL": "http://login.example.org"},
            "Settings: OIDC_URL must be an address with https, or http on this machine",
        ),
        (
            {"DATABASE_URL": "postgres://nobody@127.0.0.1:1/none"},
            "DATABASE_URL: the database cannot be reached: ",
        ),
    ],
)
def test_a_wrong_setting_is_named_at_the_prompt(
    tmp_path: os.PathLike[str], wrong: dict[str, str], said: str
) -> None:
    lines, _status = _started(CHECK, tmp_path, wrong)
    assert [line[: len(said)] for line in lines] == [said]


def test_a_wrong_setting_is_named_by_the_web_server(tmp_path: os.PathLike[str]) -> None:
    lines, status = _started(WEB, tmp_path, {"TICK": "0"})
    assert "Settings: TICK must be a whole number from 1 on, not '0'." in lines
    assert not [line for line in lines if "Traceback" in line]
    assert status != 0


@pytest.mark.skipif(find_spec("boto3") is not None, reason="the library of Amazon is here")
@pytest.mark.parametrize("command", COMMANDS, ids=COMMAND_IDS)
def test_a_mail_provider_whose_library_is_missing_is_said_in_one_line(
    tmp_path: os.PathLike[str], command: list[str]
) -> None:
    lines, status = _started(command, tmp_path, {**AMAZON, "BROKER_URL": NO_BROKER})
    said = "Settings: ANYMAIL_PROVIDER cannot be used: The boto3 package isn't installed"
    assert _is_said_once(lines, said)
    assert status != 0


@pytest.mark.skipif(find_spec("svix") is not None, reason="the library of Resend is here")
def test_a_webhook_whose_library_is_missing_is_said_in_one_line(
    tmp_path: os.PathLike[str],
) -> None:
    signed = {"ANYMAIL_WEBHOOK_SECRET": "post:secret", "ANYMAIL_WEBHOOK_KEY": "whsec_a2V5"}
    lines, status = _started(WEB, tmp_path, {"ANYMAIL_PROVIDER": "resend", **signed})
    assert _is_said_once(lines, "Settings: ANYMAIL_PROVIDER cannot be used: The svix package")
    assert status != 0


@pytest.mark.parametrize("command", [WORKER, BEAT], ids=["worker", "beat"])
def test_a_wrong_setting_is_named_by_workers(
    tmp_path: os.PathLike[str], command: list[str]
) -> None:
    lines, status = _started(command, tmp_path, {"TICK": "0"})
    assert lines == ["Settings: TICK must be a whole number from 1 on, not '0'."]
    assert status != 0


@pytest.mark.parametrize("command", [WORKER, BEAT], ids=["worker", "beat"])
def test_workers_say_that_they_need_a_broker(
    tmp_path: os.PathLike[str], command: list[str]
) -> None:
    lines, status = _started(command, tmp_path, {})
    assert [line[:35] for line in lines] == ["Settings: BROKER_URL is missing: wo"]
    assert status != 0


@pytest.mark.skipif(brokers.RABBITMQ not in brokers.urls(), reason="no RabbitMQ here")
@pytest.mark.parametrize("command", [WORKER, BEAT], ids=["worker", "beat"])
def test_a_broker_that_refuses_the_password_ends_workers_in_one_line(
    tmp_path: os.PathLike[str], command: list[str]
) -> None:
    wrong = urlsplit(brokers.RABBITMQ)._replace(netloc="nobody:wrong@127.0.0.1:5672").geturl()
    lines, status = _started(command, tmp_path, {"BROKER_URL": wrong})
    (line,) = lines  # the beat writes it into its log
    assert "Settings: BROKER_URL is refused: ACCESS_REFUSED" in line
    assert status == 1


def _started(
    command: list[str], var: os.PathLike[str], wrong: dict[str, str]
) -> tuple[list[str], int]:
    env = {"PATH": os.environ["PATH"], "VAR": os.fspath(var), "SECRET_KEY": "for tests", **wrong}
    ended = subprocess.run(
        [sys.executable, *command],
        cwd=servers.ROOT, env=env, stderr=subprocess.PIPE, text=True, timeout=servers.PATIENCE,
    )  # fmt: skip
    return ended.stderr.splitlines(), ended.returncode


@pytest.mark.parametrize("command", COMMANDS, ids=COMMAND_IDS)
def test_a_pooler_that_refuses_the_limits_is_said_in_one_sentence(
    tmp_path: os.PathLike[str], command: list[str]
) -> None:
    """As PgBouncer does without ignore_startup_parameters."""
    with refusing_pooler() as port:
        wrong = {"DATABASE_URL": f"postgres://a@127.0.0.1:{port}/a", "BROKER_URL": NO_BROKER}
        lines, status = _started(command, tmp_path, wrong)
    assert _is_said_once(lines, "DATABASE_URL: a pooler is between the site and PostgreSQL: ")
    assert status != 0


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"DATABASE_PATIENCE": "0"}, "Settings: a pooler is between the site and PostgreSQL: "),
        (
            {"BEHIND_POOLER": "yes", "PREPARED_STATEMENTS": "yes"},
            "Settings: PREPARED_STATEMENTS must be no: ",
        ),
    ],
    ids=["unknown", "prepared"],
)
@pytest.mark.parametrize("path", pgbouncer.EACH)
@pytest.mark.parametrize("command", COMMANDS, ids=COMMAND_IDS)
def test_a_pooler_that_the_settings_do_not_fit_is_said_in_one_sentence(
    db: None,
    tmp_path: os.PathLike[str],
    command: list[str],
    path: str,
    wrong: dict[str, str],
    said: str,
) -> None:
    keeps_none = {} if pgbouncer.version(path) < (1, 21) else {"max_prepared_statements": 0}
    with pgbouncer.running(path, **keeps_none) as bouncer:
        url = bouncer.url(connection.settings_dict["NAME"])
        wrong = {"DATABASE_URL": url, "BROKER_URL": NO_BROKER, **wrong}
        lines, status = _started(command, tmp_path, wrong)
    assert _is_said_once(lines, said)
    assert status != 0


def _is_said_once(lines: list[str], said: str) -> bool:
    """Whether one line, and no other, begins so, and there is no traceback."""
    begins = [line.startswith(said) for line in lines]
    return sum(begins) == 1 and not any("Traceback" in line for line in lines)


@contextmanager
def refusing_pooler() -> Iterator[int]:
    """Answer everybody who connects as a pooler that knows no ``options``; yield the port."""

    class Refusal(socketserver.BaseRequestHandler):
        def handle(self) -> None:
            while request := self.request.recv(1000):
                if request[4:8] in ENCRYPTION:
                    self.request.sendall(b"N")
                    continue
                fields = b"SFATAL\0C08P01\0Munsupported startup parameter: options\0\0"
                self.request.sendall(b"E" + struct.pack("!I", len(fields) + 4) + fields)
                return

    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Refusal) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield server.server_address[1]
        server.shutdown()
