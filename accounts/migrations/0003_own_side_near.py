"""Whether a person sees the own side of boards near."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("accounts", "0002_counters")]
    operations = [
        migrations.AddField(
            "person",
            "own_side_near",
            models.BooleanField(default=True, verbose_name="own side near"),
        )
    ]
