from __future__ import annotations

from typing import ClassVar

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies: ClassVar = [
        ("games", "0012_learned"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations: ClassVar = [
        migrations.AddField(
            "game",
            "rematch_of",
            models.ForeignKey(
                blank=True, db_index=False, null=True,
                on_delete=django.db.models.deletion.PROTECT, related_name="rematches", to="games.game",
            ),
        ),
        migrations.AddConstraint(
            "game",
            models.UniqueConstraint(
                condition=~models.Q(status="called_off"), fields=("rematch_of",),
                name="game_one_rematch",
            ),
        ),
        migrations.AddField(
            "invitation",
            "person",
            models.ForeignKey(
                blank=True, null=True, on_delete=django.db.models.deletion.CASCADE,
                related_name="+", to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            "invitation",
            "seat",
            models.ForeignKey(
                blank=True, null=True, on_delete=django.db.models.deletion.CASCADE,
                related_name="invitations", to="games.seat",
            ),
        ),
        migrations.CreateModel(
            "Thanks",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("at", models.DateTimeField()),
                (
                    "game",
                    models.ForeignKey(
                        db_index=False, on_delete=django.db.models.deletion.CASCADE,
                        related_name="thanks", to="games.game",
                    ),
                ),
                (
                    "person",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "thanks",
                "constraints": [
                    models.UniqueConstraint(fields=("game", "person"), name="thanks_once")
                ],
            },
        ),
    ]
