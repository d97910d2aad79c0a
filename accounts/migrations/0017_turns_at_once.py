from __future__ import annotations

from typing import ClassVar

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies: ClassVar = [("accounts", "0016_name_endings")]
    operations: ClassVar = [
        migrations.AddField(
            "person",
            "turns_at_once",
            models.BooleanField("turns at once", default=False, db_default=False),
        ),
    ]
