"""When standing orders answer that take a while, as their owner would."""

from __future__ import annotations

from typing import ClassVar

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies: ClassVar = [("games", "0087_friends_who_stand_in")]

    operations: ClassVar = [
        migrations.AddField(
            model_name="decision",
            name="orders_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
    ]
