"""Indexes the notices that a device may show still, while letters are sent."""

from __future__ import annotations

from typing import ClassVar

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models

# One whose building was interrupted is there, and good for nothing.
NO_INDEX = "DROP INDEX CONCURRENTLY IF EXISTS delivery_shown"


class Migration(migrations.Migration):
    atomic = False
    dependencies: ClassVar = [("mail", "0016_shown")]

    operations: ClassVar = [
        migrations.RunSQL(NO_INDEX, migrations.RunSQL.noop),
        AddIndexConcurrently(
            "delivery",
            models.Index(
                fields=["id"], name="delivery_shown", condition=models.Q(is_shown=True)
            ),
        ),
    ]
