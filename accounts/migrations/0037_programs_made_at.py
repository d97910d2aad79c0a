"""Owners have the moments at which they have made program accounts lately."""

from __future__ import annotations

from typing import ClassVar

from django.contrib.postgres.fields import ArrayField
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies: ClassVar = [("accounts", "0036_check_program_accounts")]

    operations: ClassVar = [
        migrations.AddField(
            model_name="person",
            name="programs_made_at",
            field=ArrayField(
                base_field=models.DateTimeField(),
                blank=True,
                db_default=[],
                default=list,
                editable=False,
                size=None,
            ),
        ),
    ]
