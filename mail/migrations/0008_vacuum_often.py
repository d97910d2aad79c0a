"""Vacuums the outbox when one row in a hundred is dead."""

from __future__ import annotations

from typing import ClassVar

from django.db import migrations


class Migration(migrations.Migration):
    dependencies: ClassVar = [("mail", "0007_names_for_the_staff")]

    operations: ClassVar = [
        migrations.RunSQL(
            "ALTER TABLE mail_delivery SET (autovacuum_vacuum_scale_factor = 0.01)",
            "ALTER TABLE mail_delivery RESET (autovacuum_vacuum_scale_factor)",
        ),
    ]
