"""The index of the handful of house players, built while people come and go."""

from __future__ import annotations

from typing import ClassVar

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    atomic = False
    dependencies: ClassVar = [("accounts", "0033_points_in_names")]

    operations: ClassVar = [
        # One whose building was interrupted is there, and good for nothing.
        migrations.RunSQL("DROP INDEX CONCURRENTLY IF EXISTS person_house", migrations.RunSQL.noop),
        AddIndexConcurrently(
            "person",
            models.Index(fields=["id"], name="person_house", condition=models.Q(is_house=True)),
        ),
    ]
