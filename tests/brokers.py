"""The brokers a test may use: folders, and whichever servers answer."""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from kombu import Connection

from ops.ticks import QUEUES

REDIS = "redis://127.0.0.1:6379"
RABBITMQ = "amqp://guest:guest@127.0.0.1:5672//"
FOLDERS = ""


def urls() -> list[str]:
    """List the brokers to test: folders, and those given or answering on standard ports."""
    given = os.environ.get("TEST_BROKER_URLS")
    others = given.split() if given else [url for url in (REDIS, RABBITMQ) if answers(url)]
    return [FOLDERS, *others]


def own(url: str) -> str:
    """Return the address at which this test process has a broker for itself: tests flush it."""
    if not url.startswith("redis"):
        return url
    process = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
    return urlsplit(url)._replace(path=f"/{8 + process % 8}").geturl()


def answers(url: str) -> bool:
    """Say whether somebody listens at an address."""
    parts = urlsplit(url)
    try:
        socket.create_connection((parts.hostname, parts.port or 5672), timeout=1).close()
    except OSError:
        return False
    return True


def waiting(env: Mapping[str, str]) -> int:
    """Count the messages that wait in a site's queues."""
    if not env.get("BROKER_URL"):
        return len(_messages(env))
    with _channel(env) as channel:
        if _is_redis(env):
            return sum(int(channel.client.llen(queue)) for queue in _queues(env))
        return sum(
            int(channel.queue_declare(queue, passive=True).message_count) for queue in _queues(env)
        )


def flush(env: Mapping[str, str]) -> None:
    """Let a site's broker forget everything."""
    if not env.get("BROKER_URL"):
        for message in _messages(env):
            message.unlink(missing_ok=True)
        return
    with _channel(env) as channel:
        if _is_redis(env):
            channel.client.flushdb()
            return
        for queue in _queues(env):
            channel.queue_delete(queue)
            channel.exchange_delete(queue)


def _is_redis(env: Mapping[str, str]) -> bool:
    return env["BROKER_URL"].startswith("redis")


def _queues(env: Mapping[str, str]) -> list[str]:
    return [f"{env['QUEUE']}.{queue}" for queue in QUEUES]


def _messages(env: Mapping[str, str]) -> list[Path]:
    folder = Path(env["VAR"]) / "broker" / "messages"
    return list(folder.glob(f"*{env['QUEUE']}*"))


@contextmanager
def _channel(env: Mapping[str, str]) -> Iterator[Any]:
    with Connection(env["BROKER_URL"]) as connection:
        yield connection.default_channel
