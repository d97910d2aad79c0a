"""RabbitMQ killed while messages come in: no letter is lost, nor what it has confirmed."""

from __future__ import annotations

import itertools
import shutil
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from amqp.exceptions import AMQPError
from kombu import Connection, Queue

from config.broker import TIMEOUTS
from tests import brokers, servers
from tests.faults import sites
from tests.faults.sites import Site

PROGRAM = Path("/usr/lib/rabbitmq/bin/rabbitmq-server")
SERVER = str(PROGRAM) if PROGRAM.exists() else shutil.which("rabbitmq-server")
pytestmark = pytest.mark.skipif(not SERVER, reason="no rabbitmq-server here")

ENOUGH, LETTERS = 200, 6
BROKEN = (OSError, AMQPError)


@dataclass
class Node:
    """A RabbitMQ node of a test's own; what it stored outlives it."""

    folder: Path
    port: int = field(default_factory=servers.free_port)
    peers: int = field(default_factory=servers.free_port)

    @property
    def url(self) -> str:
        return f"amqp://guest:guest@127.0.0.1:{self.port}//"

    def running(self) -> AbstractContextManager[servers.Server]:
        assert SERVER is not None
        return servers.running([SERVER], self._environment(), "rabbitmq")

    def is_up(self) -> bool:
        if not brokers.answers(self.url):
            return False
        try:
            with Connection(self.url, connect_timeout=5) as connection:
                connection.connect()
        except BROKEN:
            return False
        return True

    def _environment(self) -> dict[str, str]:
        loopback = "-kernel inet_dist_use_interface {127,0,0,1}"
        return {
            "HOME": str(self.folder),
            "PATH": servers.environment("", self.folder)["PATH"],
            "RABBITMQ_CONF_ENV_FILE": "/dev/null",
            "RABBITMQ_CONFIG_FILE": str(self.folder / "none"),
            "RABBITMQ_DIST_PORT": str(self.peers),
            "RABBITMQ_ENABLED_PLUGINS_FILE": str(self.folder / "no-plugins"),
            "RABBITMQ_LOG_BASE": str(self.folder / "log"),
            "RABBITMQ_MNESIA_BASE": str(self.folder / "data"),
            "RABBITMQ_NODENAME": f"zugpost-{self.port}@localhost",
            "RABBITMQ_NODE_IP_ADDRESS": "127.0.0.1",
            "RABBITMQ_NODE_PORT": str(self.port),
            "RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS": loopback,
            "VAR": str(self.folder),
        }


@pytest.fixture
def node(tmp_path: Path) -> Node:
    return Node(tmp_path)


def test_a_killed_rabbitmq_loses_only_messages_it_has_not_confirmed(node: Node) -> None:
    sent: dict[str, list[int]] = {"confirmed": [], "hoped-for": []}
    settings: dict[str, dict[str, Any]] = {"confirmed": TIMEOUTS["amqp"], "hoped-for": {}}
    with node.running():
        servers.until(node.is_up, "RabbitMQ")
        for queue in sent:
            _declare(node.url, queue)
    with node.running() as server, ThreadPoolExecutor() as pool:
        servers.until(node.is_up, "RabbitMQ with lasting queues")
        for queue, accepted in sent.items():
            pool.submit(_publish, node.url, queue, settings[queue], accepted)
        servers.until(lambda: min(map(len, sent.values())) >= ENOUGH, "messages")
        server.kill()
    with node.running() as server:
        servers.until(node.is_up, "RabbitMQ again")
        kept = {queue: _count(node.url, queue) for queue in sent}
        server.kill()
    assert kept["confirmed"] >= len(sent["confirmed"])
    assert kept["hoped-for"] < len(sent["hoped-for"])


def test_every_letter_is_sent_though_rabbitmq_dies(site: Site, node: Node) -> None:
    env = {**site.env, "BROKER_URL": node.url}
    with node.running() as server:
        servers.until(node.is_up, "RabbitMQ")
        with servers.worker(env, beat=False) as worker, servers.beat(env):
            addresses = sites.invite(1)
            servers.until(lambda: site.office.letters, "a letter in good health")
            sites.freeze(worker)
            addresses += sites.invite(LETTERS)
            servers.until(lambda: brokers.waiting(env) >= 2, "messages")
            server.kill()
            sites.thaw(worker)
            with node.running() as again:
                received = site.office.letters
                servers.until(lambda: len(received) == len(addresses), "the other letters")
                again.kill()
    assert {letter["To"] for letter in received} == set(addresses)


def _publish(url: str, queue: str, options: dict[str, Any], accepted: list[int]) -> None:
    """Publish lasting messages until the broker breaks down; note those it accepted."""
    with Connection(url, transport_options=options) as connection:
        producer = connection.Producer()
        try:
            for number in itertools.count():
                producer.publish(str(number), routing_key=queue, delivery_mode=2)
                accepted.append(number)
        except BROKEN:
            return


def _declare(url: str, queue: str) -> None:
    with Connection(url) as connection:
        Queue(queue, channel=connection.default_channel).declare()


def _count(url: str, queue: str) -> int:
    with Connection(url) as connection:
        declared: Any = Queue(queue, channel=connection.default_channel).queue_declare(passive=True)
        return int(declared.message_count)
