from __future__ import annotations

from typing import ClassVar

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies: ClassVar = [("accounts", "0011_guests")]
    operations: ClassVar = [
        migrations.AddField(
            "person",
            "one_tap",
            models.BooleanField("one tap", default=False, db_default=False),
        ),
    ]
