"""Three RabbitMQ nodes in a cluster."""

from __future__ import annotations

import itertools
import shutil
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from amqp.exceptions import AMQPError
from kombu import Connection, Queue

from deploy.rehearsal.hosts import Host, Service
from deploy.rehearsal.needs import RABBITMQ, SBIN

URL = "amqp://guest:guest@127.0.0.1:5672//"
COOKIE = "rehearsal"
BROKEN = (OSError, AMQPError)
PAUSE_SECONDS = 0.2
OPTIONS = {"confirm_publish": True, "read_timeout": 5, "write_timeout": 5}
SETTINGS = """
loopback_users = none
cluster_formation.peer_discovery_backend = classic_config
cluster_partition_handling = pause_minority
net_ticktime = 5
log.console = true
log.console.level = error
log.file = false
vm_memory_high_watermark.absolute = 1GB
disk_free_limit.absolute = 50MB
"""


def install(hosts: Sequence[Host]) -> None:
    """Give each host a node that looks for the others when it is new."""
    peer = "cluster_formation.classic_config.nodes"
    nodes = [f"{peer}.{number} = {node(host)}" for number, host in enumerate(hosts, 1)]
    for host in hosts:
        (host.folder / "rabbitmq.conf").write_text("\n".join([SETTINGS, *nodes, ""]))
        cookie = host.folder / ".erlang.cookie"
        cookie.write_text(COOKIE)
        cookie.chmod(0o400)
        command = [str(RABBITMQ / "rabbitmq-server")]
        host.services.append(Service(name="rabbitmq", command=command, env=_environment(host)))


def is_up(host: Host) -> bool:
    """Whether a node takes clients."""
    try:
        with _connect(host):
            return True
    except BROKEN:
        return False


def replace(host: Host, others: Sequence[Host]) -> None:
    """Let a dead node forget all it had, and take part again as a new one."""
    for name in ("data", "log"):
        shutil.rmtree(host.folder / name, ignore_errors=True)
    control(others[0], "forget_cluster_node", node(host))
    host.boot()


def grow(host: Host) -> None:
    """Give a new node a copy of each quorum queue."""
    host.run(str(RABBITMQ / "rabbitmq-queues"), "grow", node(host), "all", env=_environment(host))


@dataclass
class Probe:
    """Numbers that are published one after another, each until a node confirms it."""

    hosts: Sequence[Host]
    quorum: bool
    confirmed: list[int] = field(default_factory=list)

    @contextmanager
    def publishing(self) -> Iterator[None]:
        """Publish meanwhile."""
        closed = threading.Event()
        thread = threading.Thread(target=self._publish, args=(closed,))
        thread.start()
        try:
            yield
        finally:
            closed.set()
            thread.join()

    def missing(self) -> list[int]:
        """Take all that lies in the queue, and return what was confirmed and is not there."""
        there = set[int]()
        with _connect(self.hosts[0]) as connection:
            queue = self._queue(connection)
            while (message := queue.get(no_ack=True)) is not None:
                there.add(int(message.payload))
        return sorted({*self.confirmed} - there)

    def _publish(self, closed: threading.Event) -> None:
        hosts, numbers = itertools.cycle(self.hosts), itertools.count()
        number = next(numbers)
        while not closed.is_set():
            try:
                with _connect(next(hosts)) as connection:
                    queue = self._queue(connection)
                    queue.declare()
                    producer = connection.Producer()
                    while not closed.wait(PAUSE_SECONDS):
                        producer.publish(str(number), routing_key=queue.name, delivery_mode=2)
                        self.confirmed.append(number)
                        number = next(numbers)
            except BROKEN:
                closed.wait(PAUSE_SECONDS)

    def _queue(self, connection: Connection) -> Queue:
        kind = {"x-queue-type": "quorum"} if self.quorum else {}
        return Queue("rehearsal", queue_arguments=kind, channel=connection.default_channel)


@contextmanager
def _connect(host: Host) -> Iterator[Connection]:
    url = f"amqp://guest:guest@{host.address}:5672//"
    with Connection(url, connect_timeout=2, transport_options=OPTIONS) as connection:
        connection.connect()
        yield connection


def node(host: Host) -> str:
    """Return the name of a host's node."""
    return f"rabbit@{host.name}"


def control(host: Host, *arguments: str) -> str:
    """Run rabbitmqctl on a host, whether its node answers or not."""
    return host.run(str(RABBITMQ / "rabbitmqctl"), *arguments, env=_environment(host))


def _environment(host: Host) -> dict[str, str]:
    return {
        "HOME": str(host.folder),
        "PATH": SBIN,
        "RABBITMQ_CONF_ENV_FILE": "/dev/null",
        "RABBITMQ_CONFIG_FILE": str(host.folder / "rabbitmq.conf"),
        "RABBITMQ_ENABLED_PLUGINS_FILE": str(host.folder / "no-plugins"),
        "RABBITMQ_LOG_BASE": str(host.folder / "log"),
        "RABBITMQ_MNESIA_BASE": str(host.folder / "data"),
        "RABBITMQ_NODENAME": node(host),
        "RABBITMQ_NODE_IP_ADDRESS": host.address,
        "RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS": "+S 1:1 +sbwt none",
    }
