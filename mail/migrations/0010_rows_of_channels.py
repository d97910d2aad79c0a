"""Looks through the outbox for rows of channels, and indexes them, while letters are sent."""

from __future__ import annotations

from typing import ClassVar

from django.contrib.postgres.operations import AddIndexConcurrently, ValidateConstraint
from django.db import migrations, models

# One whose building was interrupted is there, and good for nothing.
NO_INDEX = "DROP INDEX CONCURRENTLY IF EXISTS delivery_channel"


class Migration(migrations.Migration):
    atomic = False
    dependencies: ClassVar = [("mail", "0009_channels")]

    operations: ClassVar = [
        migrations.RunSQL(NO_INDEX, migrations.RunSQL.noop),
        AddIndexConcurrently(
            "delivery",
            models.Index(
                fields=["channel"],
                name="delivery_channel",
                condition=models.Q(channel__isnull=False),
            ),
        ),
        migrations.RunSQL(
            "ALTER TABLE mail_delivery VALIDATE CONSTRAINT delivery_channel_key",
            migrations.RunSQL.noop,
        ),
        ValidateConstraint("delivery", "delivery_queue_of_channel"),
    ]
