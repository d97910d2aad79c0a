"""A span for each request, named by its route: a URL may be a secret, as those of letters are."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeAlias

from django.core.handlers.wsgi import get_path_info
from django.urls import Resolver404, resolve
from opentelemetry import trace
from opentelemetry.context import Context
from opentelemetry.trace import Span, SpanKind, StatusCode

from ops.tracing import spans

Application: TypeAlias = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]

METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")
NO_ROUTE = "no route"  # static files, and what is not there
FAILED = 500


def trace_application(application: Application) -> Application:
    """Wrap a WSGI application with a span for each request.

    Each is a trace of its own: a stranger who sends a ``traceparent`` has no say in what is
    recorded.
    """

    def serve(environ: dict[str, Any], start: Callable[..., Any]) -> Iterable[bytes]:
        span = spans.get_tracer().start_span("request", context=Context(), kind=SpanKind.SERVER)
        if not span.is_recording():  # as nearly all are
            return application(environ, start)
        return _serve_traced(application, environ, start, span)

    return serve


def _serve_traced(
    application: Application, environ: dict[str, Any], start: Callable[..., Any], span: Span
) -> Iterable[bytes]:
    _describe_request(span, environ)

    def start_response(status: str, *more: Any) -> Any:
        _describe_answer(span, int(status.partition(" ")[0]))
        return start(status, *more)

    try:
        with _as_current(span):
            return Body(application(environ, start_response), span)
    except BaseException as error:
        spans.mark_failure(span, type(error))
        span.end()
        raise


class Body:
    """The body of a response, which may still be in the making; its end is that of the span."""

    def __init__(self, chunks: Iterable[bytes], span: Span) -> None:
        self._chunks, self._span = chunks, span

    def __iter__(self) -> Iterator[bytes]:
        chunks = iter(self._chunks)
        while True:
            with _as_current(self._span):
                chunk = next(chunks, None)
            if chunk is None:
                return
            yield chunk

    def close(self) -> None:
        """Close the response, as a web server does in any case."""
        try:
            if hasattr(self._chunks, "close"):
                self._chunks.close()
        finally:
            self._span.end()


def _as_current(span: Span) -> Any:
    return trace.use_span(span, record_exception=False, set_status_on_exception=False)


def _describe_request(span: Span, environ: dict[str, Any]) -> None:
    method = environ["REQUEST_METHOD"]
    method = method if method in METHODS else "OTHER"
    route = _find_route(environ)
    span.update_name(f"{method} {route}")
    span.set_attributes({"http.request.method": method, "http.route": route})


def _find_route(environ: dict[str, Any]) -> str:
    """Return the pattern that a path fits, with the names of its parts in place of them."""
    try:
        return f"/{resolve(get_path_info(environ)).route}"
    except Resolver404:
        return NO_ROUTE


def _describe_answer(span: Span, status: int) -> None:
    span.set_attribute("http.response.status_code", status)
    if status >= FAILED:
        span.set_status(StatusCode.ERROR)


def note_exception(**_sent: Any) -> None:
    """Note in the span of a request which kind of error a view ended with."""
    error = sys.exc_info()[0]
    if error is not None:
        spans.mark_failure(trace.get_current_span(), error)
