"""Premoves that were dropped since something was offered to their author."""

from __future__ import annotations

from typing import ClassVar

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies: ClassVar = [('games', '0064_indexes_of_days_off')]

    operations: ClassVar = [
        migrations.AlterField(
            model_name='premove',
            name='dropped',
            field=models.CharField(blank=True, choices=[('lost', 'Lost'), ('reached', 'Reached'), ('refused', 'Refused'), ('offered', 'Offered')], max_length=10),
        ),
    ]
