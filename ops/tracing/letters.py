"""A span for each letter that is handed to the mail server, with its queue and kind alone."""

from __future__ import annotations

import functools
from collections.abc import Callable
from threading import Event
from typing import Any

from opentelemetry import context
from opentelemetry.trace import SpanKind

from mail.models import Delivery
from ops.tracing import spans


def trace_sending(send_letter: Callable[..., Any]) -> Callable[..., Any]:
    """Wrap what sends a letter with a span, if a trace is under way."""

    @functools.wraps(send_letter)
    def traced(letter: Any, delivery: Delivery, line: Any) -> Any:
        if not spans.is_recording():
            return send_letter(letter, delivery, line)
        attributes = {"zugpost.queue": delivery.queue, "zugpost.kind": delivery.kind}
        with spans.open_span("send letter", SpanKind.CLIENT, attributes):
            return send_letter(letter, delivery, line)

    return traced


def trace_carriers(run: Callable[..., Any]) -> Callable[..., Any]:
    """Wrap what starts threads for letters, so that what they do belongs to the trace of their
    task."""

    @functools.wraps(run)
    def traced(count: int, carry: Callable[[Event], int]) -> Any:
        return run(count, _in_this_trace(carry))

    return traced


def trace_repetition(repeat_meanwhile: Callable[..., Any]) -> Callable[..., Any]:
    """Do the same for the thread that sends codes while letters are sent."""

    @functools.wraps(repeat_meanwhile)
    def traced(work: Callable[[Event], object], seconds: float) -> Any:
        return repeat_meanwhile(_in_this_trace(work), seconds)

    return traced


def _in_this_trace(work: Callable[[Event], Any]) -> Callable[[Event], Any]:
    ours = context.get_current()

    def work_traced(stop: Event) -> Any:
        token = context.attach(ours)
        try:
            return work(stop)
        finally:
            context.detach(token)

    return work_traced
