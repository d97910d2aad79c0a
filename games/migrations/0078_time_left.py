"""What a closed decision has left over, once its player has other days off."""

from __future__ import annotations

from typing import ClassVar

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies: ClassVar = [
        ("games", "0077_mutes"),
    ]

    operations: ClassVar = [
        migrations.AddField(
            model_name="decision",
            name="time_left",
            field=models.DurationField(blank=True, null=True),
        ),
    ]
