"""What people may not do for a time."""

from __future__ import annotations

from typing import ClassVar

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.db.models import Q

KINDS = [
    ("silence", "words off"), ("no_tables", "no new tables"), ("unrated", "no games that count"),
]  # fmt: skip


class Migration(migrations.Migration):
    dependencies: ClassVar = [
        ("games", "0078_time_left"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations: ClassVar = [
        migrations.CreateModel(
            name="Restriction",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("kind", models.CharField(choices=KINDS, max_length=10)),
                ("until", models.DateTimeField()),
                (
                    "person",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name": "restriction",
                "verbose_name_plural": "restrictions",
                "default_permissions": ("view",),
                "constraints": [
                    models.UniqueConstraint(
                        fields=["person", "kind"], name="restriction_one_of_a_kind"
                    ),
                    models.CheckConstraint(
                        condition=Q(kind__in=["silence", "no_tables", "unrated"]),
                        name="restriction_of_a_kind",
                    ),
                ],
            },
        ),
    ]
