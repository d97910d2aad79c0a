"""Attempts at turns that were said ahead, and at handovers of seats, are counted for themselves."""

from __future__ import annotations

from typing import ClassVar

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies: ClassVar = [("games", "0068_previews_of_conditional_turns")]

    operations: ClassVar = [
        migrations.AlterField(
            model_name="attempt",
            name="task",
            field=models.CharField(
                choices=[
                    ("silence", "Silence"),
                    ("house", "House"),
                    ("ahead", "Ahead"),
                    ("handover", "Handover"),
                ],
                max_length=10,
            ),
        ),
    ]
