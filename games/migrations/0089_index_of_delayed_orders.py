"""The index of what a tick looks for when standing orders take a while, built while games are
played."""

from __future__ import annotations

from typing import ClassVar

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    atomic = False
    dependencies: ClassVar = [("games", "0088_delayed_orders")]

    operations: ClassVar = [
        # One whose building was interrupted is there, and good for nothing.
        migrations.RunSQL(
            "DROP INDEX CONCURRENTLY IF EXISTS decision_orders", migrations.RunSQL.noop
        ),
        AddIndexConcurrently(
            "decision",
            models.Index(
                fields=["orders_at"],
                condition=models.Q(("closed_at", None), ("orders_at__isnull", False)),
                name="decision_orders",
            ),
        ),
    ]
