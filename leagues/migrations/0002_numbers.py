from __future__ import annotations

from typing import ClassVar

from django.db import migrations, models

COPY = """
    UPDATE leagues_result SET numbers = jsonb_build_object('score', score, 'captured', captured)
"""
BACK = """
    UPDATE leagues_result SET score = coalesce((numbers ->> 'score')::int, 0),
        captured = coalesce((numbers ->> 'captured')::int, 0)
"""


class Migration(migrations.Migration):
    dependencies: ClassVar = [("leagues", "0001_initial"), ("games", "0007_numbers_of_seats")]

    operations: ClassVar = [
        migrations.AddField("result", "numbers", models.JSONField(default=dict)),
        migrations.RunSQL(COPY, BACK),
        migrations.RemoveField("result", "score"),
        migrations.RemoveField("result", "captured"),
    ]
