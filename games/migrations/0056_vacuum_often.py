"""Vacuums games, seats and decisions when one row in a hundred is dead, and what is small sooner."""

from __future__ import annotations

from typing import ClassVar

from django.db import migrations


class Migration(migrations.Migration):
    dependencies: ClassVar = [("games", "0055_fill_games_of_rows")]

    operations: ClassVar = [
        migrations.RunSQL(
            "ALTER TABLE games_game SET (autovacuum_vacuum_scale_factor = 0.01)",
            "ALTER TABLE games_game RESET (autovacuum_vacuum_scale_factor)",
        ),
        migrations.RunSQL(
            "ALTER TABLE games_seat SET (autovacuum_vacuum_scale_factor = 0.01)",
            "ALTER TABLE games_seat RESET (autovacuum_vacuum_scale_factor)",
        ),
        migrations.RunSQL(
            "ALTER TABLE games_decision SET (autovacuum_vacuum_scale_factor = 0.01)",
            "ALTER TABLE games_decision RESET (autovacuum_vacuum_scale_factor)",
        ),
        migrations.RunSQL(
            "ALTER TABLE games_preview SET (autovacuum_vacuum_scale_factor = 0.05)",
            "ALTER TABLE games_preview RESET (autovacuum_vacuum_scale_factor)",
        ),
        migrations.RunSQL(
            "ALTER TABLE games_attempt SET (autovacuum_vacuum_scale_factor = 0.05)",
            "ALTER TABLE games_attempt RESET (autovacuum_vacuum_scale_factor)",
        ),
    ]
