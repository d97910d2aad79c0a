"""Vacuums the mails that have come in when one row in twenty is dead."""

from __future__ import annotations

from typing import ClassVar

from django.db import migrations


class Migration(migrations.Migration):
    dependencies: ClassVar = [("inbox", "0004_waiting_rooms")]

    operations: ClassVar = [
        migrations.RunSQL(
            "ALTER TABLE inbox_incomingmail SET (autovacuum_vacuum_scale_factor = 0.05)",
            "ALTER TABLE inbox_incomingmail RESET (autovacuum_vacuum_scale_factor)",
        ),
    ]
