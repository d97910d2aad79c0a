"""Tables say whether program accounts may sit down."""

from __future__ import annotations

from typing import ClassVar

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies: ClassVar = [("games", "0093_animations")]

    operations: ClassVar = [
        migrations.AddField(
            model_name="game",
            name="welcomes_programs",
            field=models.BooleanField(db_default=False, default=False),
        ),
    ]
