"""The index of the games whose events are not archived, built while games are played."""

from __future__ import annotations

from typing import ClassVar

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    atomic = False
    dependencies: ClassVar = [("games", "0050_archive")]

    operations: ClassVar = [
        # One whose building was interrupted is there, and good for nothing.
        migrations.RunSQL(
            "DROP INDEX CONCURRENTLY IF EXISTS game_to_archive", migrations.RunSQL.noop
        ),
        AddIndexConcurrently(
            "game",
            models.Index(
                condition=models.Q(("archived_at__isnull", True), ("ended_at__isnull", False)),
                fields=["ended_at"],
                name="game_to_archive",
            ),
        ),
    ]
