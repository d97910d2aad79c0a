from __future__ import annotations

from typing import ClassVar

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies: ClassVar = [("accounts", "0013_leaving")]
    operations: ClassVar = [
        migrations.AddField(
            "person",
            "reply_round",
            models.PositiveIntegerField(default=0, db_default=0, editable=False),
        ),
    ]
