"""The brokers a test may use: whichever servers answer."""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlsplit

import pytest
from kombu import Connection

from ops.ticks import QUEUES

REDIS = "redis://127.0.0.1:6379"
RABBITMQ = "amqp://guest:guest@127.0.0.1:5672//"
NONE = ""  # then ``manage.py run_ticks`` runs all ticks


def urls() -> list[str]:
    """List the brokers to test: those given or answering on standard ports."""
    given = os.environ.get("TEST_BROKER_URLS")
    return given.split() if given else [url for url in (REDIS, RABBITMQ) if answers(url)]


def any_url() -> str:
    """Return the address of a broker for this test process, if there is one."""
    return own(next(iter(urls()), NONE))


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
    with _channel(env) as channel:
        if _is_redis(env):
            return sum(int(channel.client.llen(queue)) for queue in _queues(env))
        return sum(
            int(channel.queue_declare(queue, passive=True).message_count) for queue in _queues(env)
        )


def flush(env: Mapping[str, str]) -> None:
    """Let a site's broker forget everything."""
    if not env.get("BROKER_URL"):
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


@contextmanager
def _channel(env: Mapping[str, str]) -> Iterator[Any]:
    with Connection(env["BROKER_URL"]) as connection:
        yield connection.default_channel


needs_broker = pytest.mark.skipif(not urls(), reason="no broker answers here")
