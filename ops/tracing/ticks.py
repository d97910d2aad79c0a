"""A span for each run of a tick, and for each time that the beat sends one."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from celery import Task, current_task
from opentelemetry.trace import SpanKind

from ops.ticks import TICKS
from ops.tracing import spans


def trace_runs(run_in_slot: Callable[..., Any]) -> Callable[..., Any]:
    """Wrap what runs a tick with a span, which goes on from that of the beat if there is one."""

    @functools.wraps(run_in_slot)
    def traced(kind: str, task: Callable[[], Any]) -> Any:
        request = current_task.request if current_task else None  # none without a broker
        context = spans.read_context(getattr(request, "traceparent", None))
        with spans.open_span(TICKS[kind].task, SpanKind.CONSUMER, context=context):
            return run_in_slot(kind, task)

    return traced


def trace_sending(apply_async: Callable[..., Any]) -> Callable[..., Any]:
    """Wrap what sends a task to the broker with a span, whose name goes along."""

    @functools.wraps(apply_async)
    def traced(task: Task[..., Any], *args: Any, headers: Any = None, **options: Any) -> Any:
        with spans.open_span(f"send {task.name}", SpanKind.PRODUCER):
            sent = {**(headers or {}), **spans.write_context()}
            return apply_async(task, *args, headers=sent, **options)

    return traced
