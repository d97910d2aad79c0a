from __future__ import annotations

from typing import ClassVar

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies: ClassVar = [("games", "0009_lists_of_games")]

    operations: ClassVar = [
        migrations.AddField("submission", "is_beside", models.BooleanField(default=False)),
    ]
