"""The indexes of what a tick looks for when days off end, built while games are played."""

from __future__ import annotations

from typing import ClassVar

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    atomic = False
    dependencies: ClassVar = [("games", "0063_days_off_that_end")]

    operations: ClassVar = [
        # One whose building was interrupted is there, and good for nothing.
        migrations.RunSQL(
            "DROP INDEX CONCURRENTLY IF EXISTS day_off_to_end", migrations.RunSQL.noop
        ),
        AddIndexConcurrently(
            "dayoff",
            models.Index(
                fields=["ends_at"],
                condition=models.Q(("ends_at__isnull", False)),
                name="day_off_to_end",
            ),
        ),
        migrations.RunSQL(
            "DROP INDEX CONCURRENTLY IF EXISTS seat_to_return", migrations.RunSQL.noop
        ),
        AddIndexConcurrently(
            "seat",
            models.Index(
                fields=["absent_until"],
                condition=models.Q(("absent_until__isnull", False)),
                name="seat_to_return",
            ),
        ),
    ]
