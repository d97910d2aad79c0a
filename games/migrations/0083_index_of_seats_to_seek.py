"""The index of the seats for which a substitute is looked for, built while games are played."""

from __future__ import annotations

from typing import ClassVar

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    atomic = False
    dependencies: ClassVar = [("games", "0082_seats_that_are_sought_for")]

    operations: ClassVar = [
        # One whose building was interrupted is there, and good for nothing.
        migrations.RunSQL("DROP INDEX CONCURRENTLY IF EXISTS seat_to_seek", migrations.RunSQL.noop),
        AddIndexConcurrently(
            "seat",
            models.Index(
                fields=["absent_since"],
                condition=models.Q(
                    ("absent_since__isnull", False), ("advertised_at", None), ("place", None)
                ),
                name="seat_to_seek",
            ),
        ),
    ]
