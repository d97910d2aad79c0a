"""The index of standing orders by turn, built while games are played."""

from __future__ import annotations

from typing import ClassVar

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    atomic = False
    dependencies: ClassVar = [("games", "0091_orders_commitments")]

    operations: ClassVar = [
        # One whose building was interrupted is there, and good for nothing.
        migrations.RunSQL(
            "DROP INDEX CONCURRENTLY IF EXISTS standing_of_turn", migrations.RunSQL.noop
        ),
        AddIndexConcurrently(
            "standing",
            models.Index(fields=["seat", "person", "turn", "-id"], name="standing_of_turn"),
        ),
    ]
