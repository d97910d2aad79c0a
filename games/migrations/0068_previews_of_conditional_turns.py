"""Previews of conditional turns that come by letter."""

from __future__ import annotations

from typing import ClassVar

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies: ClassVar = [("games", "0067_index_of_handovers")]

    operations: ClassVar = [
        migrations.AlterField(
            model_name="preview",
            name="kind",
            field=models.CharField(
                choices=[
                    ("turn", "Turn"),
                    ("premove", "Premove"),
                    ("standing", "Standing"),
                    ("action", "Action"),
                    ("tree", "Conditional"),
                ],
                max_length=10,
            ),
        ),
    ]
