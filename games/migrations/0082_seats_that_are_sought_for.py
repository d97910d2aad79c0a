"""Since when a seat is absent, people are asked to play on there, and anybody is invited to."""

from __future__ import annotations

from typing import ClassVar

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies: ClassVar = [("games", "0081_check_measures")]

    operations: ClassVar = [
        migrations.AddField("seat", name, models.DateTimeField(blank=True, null=True))
        for name in ("absent_since", "sought_at", "advertised_at")
    ]
