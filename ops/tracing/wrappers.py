"""What is wrapped so that spans are made of it.

The official instrumentations are not used: they tell URLs and statements (decision 63).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import celery
import psycopg
from django.core.signals import got_request_exception

from mail import compose, parallel
from ops import runner
from ops.tracing import letters, statements, ticks, web_requests

# Where it is, what it is called, what it is wrapped with.
WRAPPERS: list[tuple[Any, str, Callable[[Callable[..., Any]], Callable[..., Any]]]] = [
    (celery.Task, "apply_async", ticks.trace_sending),
    (runner, "run_in_slot", ticks.trace_runs),
    (compose, "send_letter", letters.trace_sending),
    (parallel, "run", letters.trace_carriers),
    (parallel, "repeat_meanwhile", letters.trace_repetition),
    (psycopg.Connection, "commit", statements.trace_commit),
    (psycopg.Cursor, "execute", statements.trace_execution),
    (psycopg.Cursor, "executemany", statements.trace_execution),
    (psycopg.ServerCursor, "execute", statements.trace_execution),
]


def install() -> None:
    """Wrap all of it, once for a process."""
    for owner, name, trace in WRAPPERS:
        setattr(owner, name, trace(getattr(owner, name)))
    got_request_exception.connect(web_requests.note_exception)
