"""A span for each statement that the database is sent.

It has the operation and the table, each a word of a list, and nothing else of the statement: values
may be written into it.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable
from typing import Any

from django.apps import apps
from opentelemetry.trace import SpanKind

from ops.tracing import spans

OPERATIONS = {
    "BEGIN", "COMMIT", "DELETE", "INSERT", "LOCK", "RELEASE", "ROLLBACK", "SAVEPOINT", "SELECT",
    "SET", "SHOW", "UPDATE", "WITH",
}  # fmt: skip
OTHER = "OTHER"
WORD = re.compile(r"\w+")
TABLE = re.compile(r'\b(?:FROM|INTO|JOIN|UPDATE)\s+"?(\w+)', re.IGNORECASE)
LOOKED_AT = 10_000  # letters of a statement


def trace_execution(execute: Callable[..., Any]) -> Callable[..., Any]:
    """Wrap what a cursor executes statements by with a span, if a trace is under way."""

    @functools.wraps(execute)
    def traced(cursor: Any, query: Any, *args: Any, **options: Any) -> Any:
        if not spans.is_recording():
            return execute(cursor, query, *args, **options)
        operation, table = describe_statement(query)
        with _statement_span(operation, table):
            return execute(cursor, query, *args, **options)

    return traced


def trace_commit(commit: Callable[..., Any]) -> Callable[..., Any]:
    """Wrap the end of a transaction with a span: it is then that a disk is waited for."""

    @functools.wraps(commit)
    def traced(connection: Any) -> Any:
        if not spans.is_recording():
            return commit(connection)
        with _statement_span("COMMIT", ""):
            return commit(connection)

    return traced


def _statement_span(operation: str, table: str) -> Any:
    attributes = {"db.system.name": "postgresql", "db.operation.name": operation}
    if table:
        attributes["db.collection.name"] = table
    return spans.open_span(f"{operation} {table}".strip(), SpanKind.CLIENT, attributes)


def describe_statement(query: object) -> tuple[str, str]:
    """Return what a statement does, and the first table of ours that it names, if it names any."""
    text = query[:LOOKED_AT] if isinstance(query, str) else ""
    first = WORD.search(text)
    operation = first.group().upper() if first else OTHER
    tables = (name for name in TABLE.findall(text) if name in table_names())
    return operation if operation in OPERATIONS else OTHER, next(tables, "")


@functools.cache
def table_names() -> frozenset[str]:
    """Return the names of the tables that models have."""
    return frozenset(model._meta.db_table for model in apps.get_models(include_auto_created=True))
