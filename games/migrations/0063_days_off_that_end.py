"""Days off that end by a turn, and seats whose people have had too many of them in a row."""

from __future__ import annotations

from typing import ClassVar

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies: ClassVar = [("games", "0062_conditional_turns")]

    operations: ClassVar = [
        migrations.AddField(
            model_name="dayoff",
            name="ends_by_turn",
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.AddField(
            model_name="dayoff",
            name="ends_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="seat",
            name="absent_until",
            field=models.DateTimeField(blank=True, null=True),
        ),
    ]
