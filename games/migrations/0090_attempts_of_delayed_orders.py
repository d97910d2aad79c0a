"""Attempts at standing orders that take a while."""

from __future__ import annotations

from typing import ClassVar

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies: ClassVar = [("games", "0089_index_of_delayed_orders")]

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
                    ("orders", "Orders"),
                ],
                max_length=10,
            ),
        ),
    ]
