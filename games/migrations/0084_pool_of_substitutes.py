"""The pool of substitutes, and whom of it was asked."""

from __future__ import annotations

from typing import ClassVar

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.db.models import F, Q

OUTCOMES = [
    ("", "open"), ("accepted", "accepted"), ("declined", "declined"),
    ("taken", "somebody else was first"),
]  # fmt: skip


class Migration(migrations.Migration):
    dependencies: ClassVar = [
        ("games", "0083_index_of_seats_to_seek"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations: ClassVar = [
        migrations.CreateModel(
            name="PoolEntry",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("ruleset", models.CharField(max_length=30)),
                ("asked_at", models.DateTimeField(blank=True, null=True)),
                (
                    "person",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="pool_entries",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name": "entry in the pool of substitutes",
                "verbose_name_plural": "entries in the pool of substitutes",
                "indexes": [
                    models.Index(
                        "ruleset", F("asked_at").asc(nulls_first=True), name="pool_of_ruleset"
                    ),
                ],
                "constraints": [
                    models.UniqueConstraint(fields=["person", "ruleset"], name="pool_entry_once"),
                ],
            },
        ),
        migrations.CreateModel(
            name="SubstituteAsk",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("asked_at", models.DateTimeField()),
                ("outcome", models.CharField(blank=True, choices=OUTCOMES, default="", max_length=10)),
                (
                    "game",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="substitute_asks",
                        to="games.game",
                    ),
                ),
                (
                    "seat",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="substitute_asks",
                        to="games.seat",
                    ),
                ),
                (
                    "person",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="substitute_asks",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name": "question to a substitute",
                "verbose_name_plural": "questions to substitutes",
                "indexes": [
                    models.Index(fields=["person", "-asked_at"], name="substitute_ask_of"),
                ],
                "constraints": [
                    models.UniqueConstraint(fields=["game", "person"], name="substitute_ask_once"),
                    models.CheckConstraint(
                        condition=Q(outcome__in=["", "accepted", "declined", "taken"]),
                        name="substitute_ask_outcome",
                    ),
                ],
            },
        ),
    ]
