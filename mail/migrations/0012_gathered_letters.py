"""Indexes the letters that wait for others of their person, while letters are sent."""

from __future__ import annotations

from typing import ClassVar

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models

# One whose building was interrupted is there, and good for nothing.
NO_INDEX = "DROP INDEX CONCURRENTLY IF EXISTS delivery_gathered"


class Migration(migrations.Migration):
    atomic = False
    dependencies: ClassVar = [("mail", "0011_gathered")]

    operations: ClassVar = [
        migrations.RunSQL(NO_INDEX, migrations.RunSQL.noop),
        AddIndexConcurrently(
            "delivery",
            models.Index(
                fields=["person", "next_at", "id"],
                name="delivery_gathered",
                condition=models.Q(status="waiting", is_gathered=True),
            ),
        ),
    ]
