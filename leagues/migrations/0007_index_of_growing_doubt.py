"""The index of what the league's tick looks for when doubt grows, built while the league is read."""

from __future__ import annotations

from typing import ClassVar

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    atomic = False
    dependencies: ClassVar = [("leagues", "0006_growing_doubt")]

    operations: ClassVar = [
        # One whose building was interrupted is there, and good for nothing.
        migrations.RunSQL(
            "DROP INDEX CONCURRENTLY IF EXISTS standing_grows", migrations.RunSQL.noop
        ),
        AddIndexConcurrently(
            "leaguestanding",
            models.Index(
                fields=["grows_from"],
                condition=models.Q(("grows_from__isnull", False)),
                name="standing_grows",
            ),
        ),
    ]
