"""Indexes of the seats that somebody plays now and of what is asked, built while games are played."""

from __future__ import annotations

from typing import ClassVar

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models

# One whose building was interrupted is there, and good for nothing.
NO_INDEXES = [
    f"DROP INDEX CONCURRENTLY IF EXISTS {name}" for name in ("decision_open", "seat_playing")
]


class Migration(migrations.Migration):
    atomic = False
    dependencies: ClassVar = [("games", "0045_previews")]

    operations: ClassVar = [
        migrations.RunSQL(NO_INDEXES, migrations.RunSQL.noop),
        AddIndexConcurrently(
            "decision",
            models.Index(
                condition=models.Q(("closed_at", None)), fields=["game"], name="decision_open"
            ),
        ),
        AddIndexConcurrently(
            "seat",
            models.Index(
                condition=models.Q(("place", None)), fields=["person", "-id"], name="seat_playing"
            ),
        ),
    ]
