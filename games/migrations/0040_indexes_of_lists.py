"""Indexes of the lists of games, built while games are played."""

from __future__ import annotations

from typing import ClassVar

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models

# One whose building was interrupted is there, and good for nothing.
NO_INDEXES = [
    f"DROP INDEX CONCURRENTLY IF EXISTS {name}"
    for name in ("game_moved", "game_open_of", "seat_absent")
]


class Migration(migrations.Migration):
    atomic = False
    dependencies: ClassVar = [("games", "0039_decisions_for_bots")]

    operations: ClassVar = [
        migrations.RunSQL(NO_INDEXES, migrations.RunSQL.noop),
        AddIndexConcurrently(
            "game",
            models.Index(
                condition=models.Q(("status", "running")),
                fields=["-moved_at", "-id"],
                name="game_moved",
            ),
        ),
        AddIndexConcurrently(
            "game",
            models.Index(
                condition=models.Q(("status", "open")),
                fields=["host", "-opened_at"],
                name="game_open_of",
            ),
        ),
        AddIndexConcurrently(
            "seat",
            models.Index(
                condition=models.Q(("is_absent", True), ("place", None)),
                fields=["game"],
                name="seat_absent",
            ),
        ),
    ]
