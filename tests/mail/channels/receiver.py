"""A server on loopback that keeps what is posted to it, and answers as it is told."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

from mail.channels.guard import PinnedAddress


@dataclass(frozen=True, slots=True)
class Posted:
    """A request that came in."""

    path: str
    headers: dict[str, str]
    body: bytes


@dataclass
class Receiver:
    """What has come in, and what is answered: the ``statuses`` one after another, the last one for
    all that follow."""

    port: int
    posted: list[Posted] = field(default_factory=list)
    statuses: list[int] = field(default_factory=lambda: [204])
    headers: dict[str, str] = field(default_factory=dict)
    targets: list[PinnedAddress] = field(default_factory=list)

    def connect(self, target: PinnedAddress) -> socket.socket:
        """Connect to this receiver in the place of a target."""
        self.targets.append(target)
        return socket.create_connection(("127.0.0.1", self.port), 5)

    def next_status(self) -> int:
        return self.statuses.pop(0) if len(self.statuses) > 1 else self.statuses[0]


@contextmanager
def receiver() -> Iterator[Receiver]:
    """Run a receiver."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            running.posted.append(Posted(self.path, dict(self.headers.items()), body))
            self.send_response(running.next_status())
            for name, value in running.headers.items():
                self.send_header(name, value)
            self.end_headers()

        def log_message(self, format: str, *args: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    running = Receiver(server.server_port)
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    try:
        yield running
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
