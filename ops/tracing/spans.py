"""Begins spans and hands them to a collector.

A span has no message of an exception and no argument of a call: letters, codes and addresses are in
both. The collector may be away: spans then wait in a short queue and are lost, and nobody waits.
"""

from __future__ import annotations

import functools
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from threading import Lock
from typing import Any

import structlog
from celery.signals import worker_process_shutdown
from django.conf import settings
from opentelemetry import trace
from opentelemetry.context import Context
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor, SpanExporter, SpanExportResult
from opentelemetry.sdk.trace.sampling import ParentBased, TraceIdRatioBased
from opentelemetry.trace import Span, SpanKind, StatusCode, Tracer
from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator
from opentelemetry.util.re import parse_env_headers

from conquest.core import Refused

LOG_SECONDS = 3600
EXIT_SECONDS = 2
ERROR_TYPE = "error.type"

log = structlog.get_logger()
building = Lock()  # two threads may have the first request of a process


class QuietExporter(SpanExporter):
    """Hands spans to an exporter. If they are not taken, it is logged once an hour: the library
    would say so at every try (and is silenced in the settings)."""

    def __init__(self, exporter: SpanExporter, clock: Callable[[], float] = time.monotonic) -> None:
        self._exporter, self._clock = exporter, clock
        self._logged_at: float | None = None

    def export(self, spans: Sequence[ReadableSpan]) -> SpanExportResult:
        """Hand over some spans and say whether they were taken."""
        result = self._exporter.export(spans)
        if result is not SpanExportResult.SUCCESS:
            self._log_loss()
        return result

    def _log_loss(self) -> None:
        now = self._clock()
        if self._logged_at is None or now - self._logged_at >= LOG_SECONDS:
            self._logged_at = now
            log.warning("the collector takes no spans")

    def shutdown(self) -> None:
        """Give up what is under way."""
        self._exporter.shutdown()

    def force_flush(self, timeout_millis: int = 30_000) -> bool:
        """Keep nothing back, since nothing waits here."""
        return self._exporter.force_flush(timeout_millis)


class BriefProcessor(BatchSpanProcessor):
    """Hands over spans in a thread; the end of a process does not wait for a collector that hangs,
    as the library's own would for half a minute."""

    def shutdown(self) -> None:
        """Hand over what waits, if that takes no longer than a moment."""
        self._batch_processor.shutdown(timeout_millis=EXIT_SECONDS * 1000)


def build_exporter() -> QuietExporter:
    """Return what hands spans to the collector of the settings."""
    headers = parse_env_headers(settings.TRACING_HEADERS, liberal=True)
    address = f"{settings.TRACING_URL.rstrip('/')}/v1/traces"
    return QuietExporter(OTLPSpanExporter(endpoint=address, headers=headers))


def build_provider(exporter: SpanExporter) -> TracerProvider:
    """Return what records a part of all traces and hands them to an exporter."""
    provider = TracerProvider(
        sampler=ParentBased(TraceIdRatioBased(settings.TRACING_RATIO)),
        resource=Resource.create({"service.name": settings.TRACING_NAME}),
    )
    provider.add_span_processor(BriefProcessor(exporter))
    return provider


@functools.cache
def _build_tracer() -> Tracer:
    provider = build_provider(build_exporter())

    def finish(**_sent: Any) -> None:
        provider.shutdown()

    # The children of a worker end without what other processes do at their end.
    worker_process_shutdown.connect(finish, weak=False)
    return provider.get_tracer("zugpost")


def get_tracer() -> Tracer:
    """Return the tracer of this process."""
    with building:
        return _build_tracer()


def is_recording() -> bool:
    """Whether what happens now belongs to a trace that is recorded."""
    return trace.get_current_span().is_recording()


@contextmanager
def open_span(
    name: str,
    kind: SpanKind = SpanKind.INTERNAL,
    attributes: Mapping[str, str | int] | None = None,
    context: Context | None = None,
) -> Iterator[Span]:
    """Begin a span that is the current one within a block, and ends with it."""
    with get_tracer().start_as_current_span(
        name,
        context,
        kind,
        attributes,
        record_exception=False,  # its message and traceback may have what nobody may read
        set_status_on_exception=False,
    ) as span:
        try:
            yield span
        except BaseException as error:
            mark_failure(span, type(error))
            raise


def mark_failure(span: Span, error: type[BaseException]) -> None:
    """Note in a span which kind of error ended it; that the rules refuse something is none."""
    if not issubclass(error, Refused):
        span.set_attribute(ERROR_TYPE, f"{error.__module__}.{error.__qualname__}")
        span.set_status(StatusCode.ERROR)


def write_context() -> dict[str, str]:
    """Return headers that name the current span, for another process to go on from."""
    headers: dict[str, str] = {}
    TraceContextTextMapPropagator().inject(headers)
    return headers


def read_context(header: object) -> Context | None:
    """Return what a header ``traceparent`` of ours names; ``None``, and so a trace of its own,
    without one."""
    if not isinstance(header, str):
        return None
    return TraceContextTextMapPropagator().extract({"traceparent": header})
