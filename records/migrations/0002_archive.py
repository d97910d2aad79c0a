"""Finished public games as the archive is searched, and the ways in which they began."""

import django.contrib.postgres.fields
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0092_index_of_orders_by_turn"),
        ("records", "0001_keys"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="ChangedGame",
            fields=[
                ("game", models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name="+", serialize=False, to="games.game")),
            ],
            options={"default_permissions": ()},
        ),
        migrations.CreateModel(
            name="ArchivedGame",
            fields=[
                ("game", models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, primary_key=True, related_name="+", serialize=False, to="games.game")),
                ("ruleset", models.CharField(max_length=30)),
                ("board", models.CharField(max_length=40)),
                ("ended_at", models.DateTimeField()),
                ("turns", models.PositiveIntegerField()),
                ("winners", django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=20), size=None)),
                ("reason", models.CharField(max_length=30)),
                ("was_left", models.BooleanField()),
            ],
            options={
                "verbose_name": "archived game",
                "verbose_name_plural": "archived games",
                "indexes": [
                    models.Index(fields=["-ended_at", "-game"], name="archived_newest"),
                    models.Index(fields=["ruleset", "-ended_at", "-game"], name="archived_ruleset"),
                ],
            },
        ),
        migrations.CreateModel(
            name="ArchivedSeat",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("game", models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name="seats", to="records.archivedgame")),
                ("person", models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL)),
                ("name", models.CharField(max_length=20)),
                ("order", models.PositiveSmallIntegerField()),
                ("has_won", models.BooleanField()),
                ("ended_at", models.DateTimeField()),
            ],
            options={
                "verbose_name": "seat of an archived game",
                "verbose_name_plural": "seats of archived games",
                "indexes": [models.Index(fields=["person", "-ended_at", "-game"], name="archived_person")],
                "constraints": [models.UniqueConstraint(fields=["game", "name"], name="archived_seat_once")],
            },
        ),
        migrations.CreateModel(
            name="OpeningNode",
            fields=[
                ("key", models.CharField(max_length=32, primary_key=True, serialize=False)),
                ("parent", models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.CASCADE, related_name="following", to="records.openingnode")),
                ("ruleset", models.CharField(max_length=30)),
                ("board", models.CharField(max_length=40)),
                ("depth", models.PositiveSmallIntegerField()),
                ("turn", models.TextField()),
                ("games", models.PositiveIntegerField(default=0)),
                ("draws", models.PositiveIntegerField(default=0)),
                ("wins", models.JSONField(default=dict)),
            ],
            options={
                "verbose_name": "opening",
                "verbose_name_plural": "openings",
                "indexes": [
                    models.Index(fields=["parent", "-games"], name="opening_following"),
                    models.Index(condition=Q(("depth", 0)), fields=["ruleset", "-games"], name="opening_boards"),
                ],
                "constraints": [
                    models.CheckConstraint(condition=Q(Q(("depth", 0), ("parent", None)), Q(("depth__gt", 0), ("parent__isnull", False)), _connector="OR"), name="opening_follows"),
                ],
            },
        ),
        migrations.CreateModel(
            name="OpeningPlay",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("node", models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name="plays", to="records.openingnode")),
                ("game", models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name="plays", to="records.archivedgame")),
                ("ended_at", models.DateTimeField()),
            ],
            options={
                "default_permissions": (),
                "indexes": [models.Index(fields=["node", "-ended_at", "-game"], name="opening_newest")],
                "constraints": [models.UniqueConstraint(fields=["game", "node"], name="opening_once")],
            },
        ),
    ]
