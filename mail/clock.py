"""The clock that decides, on whatever machine somebody asks."""

from __future__ import annotations

from datetime import datetime

from django.db import connection


def now() -> datetime:
    """Read the database's clock; doors call this and pass it in."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        (instant,) = cursor.fetchone()
    moment: datetime = instant
    return moment
