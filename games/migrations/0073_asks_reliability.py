"""What a public table asks of those who sit down."""

from __future__ import annotations

from typing import ClassVar

from django.contrib.postgres.operations import AddConstraintNotValid
from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    dependencies: ClassVar = [("games", "0072_reliability_records")]

    operations: ClassVar = [
        migrations.AddField(
            model_name="game",
            name="asks_in_time",
            field=models.PositiveSmallIntegerField(db_default=0, default=0),
        ),
        migrations.AddField(
            model_name="game",
            name="asks_finished",
            field=models.PositiveSmallIntegerField(db_default=0, default=0),
        ),
        migrations.AddField(
            model_name="game",
            name="welcomes_newcomer",
            field=models.BooleanField(db_default=False, default=False),
        ),
        AddConstraintNotValid(
            model_name="game",
            constraint=models.CheckConstraint(
                condition=Q(is_private=False, asks_in_time__lte=9, asks_finished__lte=20)
                & (Q(welcomes_newcomer=False) | Q(asks_in_time__gt=0) | Q(asks_finished__gt=0))
                | Q(asks_in_time=0, asks_finished=0, welcomes_newcomer=False),
                name="game_asks_reliability",
            ),
        ),
    ]
