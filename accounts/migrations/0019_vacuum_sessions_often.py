"""Vacuums sessions when one row in twenty is dead."""

from __future__ import annotations

from typing import ClassVar

from django.db import migrations


class Migration(migrations.Migration):
    dependencies: ClassVar = [
        ("accounts", "0018_invitation_optout"),
        ("sessions", "0001_initial"),
        ("usersessions", "0001_initial"),
    ]

    operations: ClassVar = [
        migrations.RunSQL(
            "ALTER TABLE django_session SET (autovacuum_vacuum_scale_factor = 0.05)",
            "ALTER TABLE django_session RESET (autovacuum_vacuum_scale_factor)",
        ),
        migrations.RunSQL(
            "ALTER TABLE usersessions_usersession SET (autovacuum_vacuum_scale_factor = 0.05)",
            "ALTER TABLE usersessions_usersession RESET (autovacuum_vacuum_scale_factor)",
        ),
    ]
