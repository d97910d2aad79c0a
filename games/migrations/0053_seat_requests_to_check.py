"""The index of the requests for seats that a tick checks, built while games are played."""

from __future__ import annotations

from typing import ClassVar

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    atomic = False
    dependencies: ClassVar = [("games", "0052_seat_requests_checked_at")]

    operations: ClassVar = [
        # One whose building was interrupted is there, and good for nothing.
        migrations.RunSQL(
            "DROP INDEX CONCURRENTLY IF EXISTS seat_request_to_check", migrations.RunSQL.noop
        ),
        AddIndexConcurrently(
            "seatrequest",
            models.Index(
                models.F("checked_at").asc(nulls_first=True),
                condition=models.Q(("outcome", "")),
                name="seat_request_to_check",
            ),
        ),
    ]
