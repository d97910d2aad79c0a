"""Hooks say whether they are told of what bots do, too."""

from __future__ import annotations

from typing import ClassVar

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies: ClassVar = [("mail", "0019_program_hooks")]

    operations: ClassVar = [
        migrations.AddField(
            model_name="programhook",
            name="hears_of_bots",
            field=models.BooleanField(db_default=False, default=False),
        ),
    ]
