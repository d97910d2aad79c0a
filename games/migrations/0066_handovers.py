"""When others begin to play for a player who has more days off in a row than the table bears."""

from __future__ import annotations

from typing import ClassVar

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies: ClassVar = [("games", "0065_premoves_and_offers")]

    operations: ClassVar = [
        migrations.AddField(
            model_name="decision",
            name="hands_over_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
    ]
