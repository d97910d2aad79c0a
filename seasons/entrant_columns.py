"""Columns of many entries, written by one statement: for 5,000 bulk_update takes seconds."""

from __future__ import annotations

import json
from collections.abc import Sequence

from django.db import connection

from seasons.models import Entrant

UPDATE = """
    UPDATE seasons_entrant AS entry SET ({columns}) = ROW ({values})
    FROM jsonb_populate_recordset(NULL::seasons_entrant, %s) AS given
    WHERE entry.id = given.id
"""


def write_columns(entries: Sequence[Entrant], names: Sequence[str]) -> None:
    """Store what some columns of entries hold."""
    rows = [{name: getattr(one, name) for name in ("id", *names)} for one in entries]
    values = ", ".join(f"given.{name}" for name in names)
    with connection.cursor() as cursor:
        cursor.execute(UPDATE.format(columns=", ".join(names), values=values), [json.dumps(rows)])
