"""Indexes of the lists of one game, built while games are played."""

from __future__ import annotations

from typing import ClassVar

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models

# One whose building was interrupted is there, and good for nothing.
NO_INDEXES = [
    f"DROP INDEX CONCURRENTLY IF EXISTS {name}" for name in ("game_opened_by", "game_moved_by")
]


class Migration(migrations.Migration):
    atomic = False
    dependencies: ClassVar = [("games", "0046_where_somebody_plays")]

    operations: ClassVar = [
        migrations.RunSQL(NO_INDEXES, migrations.RunSQL.noop),
        AddIndexConcurrently(
            "game",
            models.Index(
                condition=models.Q(("status", "open")),
                fields=["ruleset", "-opened_at"],
                name="game_opened_by",
            ),
        ),
        AddIndexConcurrently(
            "game",
            models.Index(
                condition=models.Q(("status", "running")),
                fields=["ruleset", "-moved_at"],
                name="game_moved_by",
            ),
        ),
    ]
