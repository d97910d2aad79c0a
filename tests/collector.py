"""A collector of traces for tests: it takes spans by OTLP over HTTP, on loopback, or misbehaves."""

from __future__ import annotations

import contextlib
import gzip
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Thread

from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import (
    ExportTraceServiceRequest,
    ExportTraceServiceResponse,
)
from opentelemetry.proto.trace.v1.trace_pb2 import Span

PATH = "/v1/traces"


@dataclass
class Collector:
    """What a collector was sent. While it ``hangs`` it says nothing, and with a ``status`` of its
    own it refuses."""

    port: int
    status: int = 200
    hangs: bool = False
    batches: list[ExportTraceServiceRequest] = field(default_factory=list)
    asked: int = 0
    over: Event = field(default_factory=Event)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def spans(self) -> list[Span]:
        """Return all spans so far."""
        return [
            span
            for batch in list(self.batches)
            for resource in batch.resource_spans
            for scope in resource.scope_spans
            for span in scope.spans
        ]

    def named(self, name: str) -> list[Span]:
        """Return the spans of a name."""
        return [span for span in self.spans if span.name == name]

    @property
    def text(self) -> str:
        """Return all that it was told, to look for what must not be there."""
        return "\n".join(str(batch) for batch in list(self.batches))


@contextlib.contextmanager
def running() -> Iterator[Collector]:
    """Run a collector."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            collector.asked += 1
            sent = self.rfile.read(int(self.headers["Content-Length"]))
            if collector.hangs:
                collector.over.wait()
                return
            if self.headers.get("Content-Encoding") == "gzip":
                sent = gzip.decompress(sent)
            if self.path == PATH and collector.status == 200:
                collector.batches.append(ExportTraceServiceRequest.FromString(sent))
            answer = ExportTraceServiceResponse().SerializeToString()
            self.send_response(collector.status)
            self.send_header("Content-Type", "application/x-protobuf")
            self.send_header("Content-Length", str(len(answer)))
            self.end_headers()
            self.wfile.write(answer)

        def log_message(self, format: str, *args: object) -> None:
            """Print nothing among the tests."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        server.daemon_threads = True
        collector = Collector(server.server_address[1])
        thread = Thread(target=server.serve_forever, args=(0.05,))
        thread.start()
        try:
            yield collector
        finally:
            collector.over.set()
            server.shutdown()
            thread.join()
