"""When somebody came back to a seat at which others had played for them."""

from __future__ import annotations

from typing import ClassVar

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies: ClassVar = [("games", "0069_attempts_of_handovers")]

    operations: ClassVar = [
        migrations.AddField(
            model_name="seat",
            name="back_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
    ]
