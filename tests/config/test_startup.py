"""What cannot start says in one line which setting is wrong."""

from __future__ import annotations

import os
import subprocess
import sys
from urllib.parse import urlsplit

import pytest

from tests import brokers, servers

CHECK = ["manage.py", "migrate"]
CELERY = ["-m", "celery", "-A", "config.celery"]
WEB = ["-m", "gunicorn", "config.wsgi", "--bind", "127.0.0.1:0"]


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
            {"DATABASE_URL": "postgres://nobody@127.0.0.1:1/none"},
            "DATABASE_URL: the database cannot be reached: ",
        ),
    ],
)
def test_it_names_the_setting_at_the_prompt(
    tmp_path: os.PathLike[str], wrong: dict[str, str], said: str
) -> None:
    lines, _status = _started(CHECK, tmp_path, wrong)
    assert [line[: len(said)] for line in lines] == [said]


def test_it_names_the_setting_in_the_web_server(tmp_path: os.PathLike[str]) -> None:
    lines, status = _started(WEB, tmp_path, {"TICK": "0"})
    assert "Settings: TICK must be a whole number from 1 on, not '0'." in lines
    assert not [line for line in lines if "Traceback" in line]
    assert status != 0


@pytest.mark.parametrize("kind", ["worker", "beat"])
def test_it_names_the_setting_in_workers(tmp_path: os.PathLike[str], kind: str) -> None:
    lines, status = _started([*CELERY, kind], tmp_path, {"TICK": "0"})
    assert lines == ["Settings: TICK must be a whole number from 1 on, not '0'."]
    assert status != 0


@pytest.mark.parametrize("kind", ["worker", "beat"])
def test_it_says_that_workers_need_a_broker(tmp_path: os.PathLike[str], kind: str) -> None:
    lines, status = _started([*CELERY, kind], tmp_path, {})
    assert [line[:35] for line in lines] == ["Settings: BROKER_URL is missing: wo"]
    assert status != 0


@pytest.mark.skipif(brokers.RABBITMQ not in brokers.urls(), reason="no RabbitMQ here")
@pytest.mark.parametrize("kind", ["worker", "beat"])
def test_a_broker_that_refuses_the_password_ends_workers_in_one_line(
    tmp_path: os.PathLike[str], kind: str
) -> None:
    wrong = urlsplit(brokers.RABBITMQ)._replace(netloc="nobody:wrong@127.0.0.1:5672").geturl()
    lines, status = _started([*CELERY, kind], tmp_path, {"BROKER_URL": wrong})
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
