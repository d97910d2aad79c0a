"""Subqueries that are run first, once, however many rows the planner expects of them."""

from __future__ import annotations

from typing import Any

from django.contrib.postgres.expressions import ArraySubquery
from django.db.models import BooleanField, Func, QuerySet


class OneOf(Func):
    """``key = ANY (ARRAY (subquery))``, a condition: ``filter(OneOf("pk", few.values("game")))``.

    For few rows among very many. As a join or with ``__in``, PostgreSQL would read whole tables
    where it takes the few for many, and it often does: it does not know that somebody of many
    games plays few of them now.
    """

    template = "%(expressions)s)"
    arg_joiner = " = ANY ("
    output_field = BooleanField()

    def __init__(self, key: str, rows: QuerySet[Any, Any]) -> None:
        super().__init__(key, ArraySubquery(rows))
