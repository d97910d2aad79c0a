"""Heartbeats of the tasks: monitoring asks which kind has not run lately."""

from __future__ import annotations

import time

from django.db import connection

# By the database's clock, since a worker's may be wrong; ``ahead`` is by how much.
BEAT = """
    INSERT INTO config_pulse (kind, ran_at, ahead)
    SELECT %s, clock, %s - extract(epoch FROM clock) FROM clock_timestamp() AS clock
    ON CONFLICT (kind) DO UPDATE SET ran_at = EXCLUDED.ran_at, ahead = EXCLUDED.ahead
"""


def record_heartbeat(kind: str) -> None:
    """Record that a task of a kind has finished, and how far this machine's clock is ahead."""
    with connection.cursor() as cursor:
        cursor.execute(BEAT, [kind, time.time()])
