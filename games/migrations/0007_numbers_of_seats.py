from __future__ import annotations

from typing import ClassVar

from django.db import migrations, models

COPY = """
    UPDATE games_seat SET numbers = jsonb_build_object('score', score, 'captured', captured)
    WHERE score IS NOT NULL
"""
BACK = """
    UPDATE games_seat SET score = (numbers ->> 'score')::int,
        captured = coalesce((numbers ->> 'captured')::int, 0)
    WHERE numbers ? 'score'
"""


class Migration(migrations.Migration):
    dependencies: ClassVar = [("games", "0006_trying_out")]

    operations: ClassVar = [
        migrations.AddField("seat", "level", models.CharField(blank=True, max_length=20, default=""), preserve_default=False),
        migrations.AddField("seat", "numbers", models.JSONField(blank=True, default=dict)),
        migrations.RunSQL(COPY, BACK),
        migrations.RemoveField("seat", "score"),
        migrations.RemoveField("seat", "captured"),
    ]
