"""Indexes of the decisions and submissions of long games, built while games are played."""

from __future__ import annotations

from typing import ClassVar

import django.db.models.deletion
from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models

# One whose building was interrupted is there, and good for nothing.
NO_INDEXES = [
    f"DROP INDEX CONCURRENTLY IF EXISTS {name}" for name in ("decision_seat", "submission_latest")
]
# Altering the field, Django would drop each index of it, the unique "decision_one_open", too; and
# the foreign key, for which it checks each row again while both tables are locked.
NO_INDEX_OF_KEY = "DROP INDEX CONCURRENTLY IF EXISTS games_decision_seat_id_8f40b8cd"
INDEX_OF_KEY = (
    "CREATE INDEX CONCURRENTLY games_decision_seat_id_8f40b8cd ON games_decision (seat_id)"
)


class Migration(migrations.Migration):
    atomic = False
    dependencies: ClassVar = [("games", "0042_pending_offers")]

    operations: ClassVar = [
        migrations.RunSQL(NO_INDEXES, migrations.RunSQL.noop),
        AddIndexConcurrently(
            "decision",
            models.Index(fields=["seat", "-version", "-id"], name="decision_seat"),
        ),
        AddIndexConcurrently(
            "submission",
            models.Index(fields=["seat", "-last_seq"], name="submission_latest"),
        ),
        migrations.RunSQL(
            NO_INDEX_OF_KEY,
            [NO_INDEX_OF_KEY, INDEX_OF_KEY],
            state_operations=[
                migrations.AlterField(
                    "decision",
                    "seat",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="decisions",
                        to="games.seat",
                    ),
                )
            ],
        ),
    ]
