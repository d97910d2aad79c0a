"""Indexes what channels have failed to carry, and what one of them alone may have at a time, while
letters are sent."""

from __future__ import annotations

from typing import ClassVar

from django.contrib.postgres.operations import AddIndexConcurrently, ValidateConstraint
from django.db import migrations, models
from django.db.models import F, Func, Q, Value

# One whose building was interrupted is there, and good for nothing.
NO_INDEX = "DROP INDEX CONCURRENTLY IF EXISTS delivery_to_pass_on"
NO_UNIQUE = "DROP INDEX CONCURRENTLY IF EXISTS delivery_one_at_a_time"
ADD_UNIQUE = """
    CREATE UNIQUE INDEX CONCURRENTLY delivery_one_at_a_time
        ON mail_delivery ((split_part(key, '#', 1))) WHERE NOT passed_on
"""


class Migration(migrations.Migration):
    atomic = False
    dependencies: ClassVar = [("mail", "0014_channel_order")]

    operations: ClassVar = [
        migrations.RunSQL(NO_INDEX, migrations.RunSQL.noop),
        AddIndexConcurrently(
            "delivery",
            models.Index(
                fields=["id"],
                name="delivery_to_pass_on",
                condition=Q(passed_on=False)
                & (Q(status__in=["waiting", "dead"]) | Q(returned_at__isnull=False)),
            ),
        ),
        migrations.RunSQL(NO_UNIQUE, migrations.RunSQL.noop),
        migrations.RunSQL(
            ADD_UNIQUE,
            NO_UNIQUE,
            state_operations=[
                migrations.AddConstraint(
                    "delivery",
                    models.UniqueConstraint(
                        Func(F("key"), Value("#"), Value(1), function="split_part"),
                        name="delivery_one_at_a_time",
                        condition=Q(passed_on=False),
                    ),
                ),
            ],
        ),
        ValidateConstraint("delivery", "delivery_codes_by_letter"),
    ]
