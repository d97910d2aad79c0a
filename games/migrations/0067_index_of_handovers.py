"""The index of what a tick looks for when somebody is away for long, built while games are played."""

from __future__ import annotations

from typing import ClassVar

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    atomic = False
    dependencies: ClassVar = [("games", "0066_handovers")]

    operations: ClassVar = [
        # One whose building was interrupted is there, and good for nothing.
        migrations.RunSQL(
            "DROP INDEX CONCURRENTLY IF EXISTS decision_hands_over", migrations.RunSQL.noop
        ),
        AddIndexConcurrently(
            "decision",
            models.Index(
                fields=["hands_over_at"],
                condition=models.Q(("closed_at", None), ("hands_over_at__isnull", False)),
                name="decision_hands_over",
            ),
        ),
    ]
