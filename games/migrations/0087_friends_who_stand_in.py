"""Friends who stand in for people who are absent, and when they did."""

from __future__ import annotations

from typing import ClassVar

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.db.models import F, Q

OUTCOMES = [
    ("", "open"), ("accepted", "accepted"), ("declined", "declined"), ("withdrawn", "withdrawn"),
]  # fmt: skip


def key() -> models.BigAutoField:
    return models.BigAutoField(
        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
    )


class Migration(migrations.Migration):
    dependencies: ClassVar = [
        ("games", "0086_check_names_and_titles"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations: ClassVar = [
        migrations.CreateModel(
            name="StandInFriend",
            fields=[
                ("id", key()),
                ("asked_at", models.DateTimeField()),
                ("outcome", models.CharField(blank=True, choices=OUTCOMES, default="", max_length=10)),
                (
                    "friend",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="stands_in_for",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "person",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="stand_in_friends",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name": "friend who stands in",
                "verbose_name_plural": "friends who stand in",
                "constraints": [
                    models.UniqueConstraint(
                        condition=Q(outcome__in=["", "accepted"]),
                        fields=["person"],
                        name="stand_in_friend_one",
                    ),
                    models.CheckConstraint(
                        condition=Q(outcome__in=["", "accepted", "declined", "withdrawn"]),
                        name="stand_in_friend_outcome",
                    ),
                    models.CheckConstraint(
                        condition=~Q(person=F("friend")), name="stand_in_friend_is_another"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="StandInTerm",
            fields=[
                ("id", key()),
                ("since", models.DateTimeField()),
                ("until", models.DateTimeField(blank=True, null=True)),
                (
                    "game",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="games.game",
                    ),
                ),
                (
                    "person",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="stand_in_terms",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "seat",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="games.seat",
                    ),
                ),
            ],
            options={
                "verbose_name": "time as a stand-in",
                "verbose_name_plural": "times as stand-ins",
                "indexes": [models.Index(fields=["game", "person"], name="stand_in_term_of")],
                "constraints": [
                    models.UniqueConstraint(
                        condition=Q(until=None),
                        fields=["game", "seat"],
                        name="stand_in_term_one_open",
                    ),
                ],
            },
        ),
    ]
