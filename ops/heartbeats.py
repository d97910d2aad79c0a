"""Notes that a kind of task has run: whoever watches the site asks what has not."""

from __future__ import annotations

import time

from django.db import connection

BEAT = """
    INSERT INTO config_pulse (kind, ran_at, ahead)
    SELECT %s, clock, %s - extract(epoch FROM clock) FROM clock_timestamp() AS clock
    ON CONFLICT (kind) DO UPDATE SET ran_at = EXCLUDED.ran_at, ahead = EXCLUDED.ahead
"""


def record_heartbeat(kind: str) -> None:
    """Note that a task of a kind has come to its end, and what the clock is here."""
    with connection.cursor() as cursor:
        cursor.execute(BEAT, [kind, time.time()])
