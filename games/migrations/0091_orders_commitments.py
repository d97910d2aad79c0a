"""Hashes of the standing orders of all seats, append-only."""

from __future__ import annotations

from typing import ClassVar

import django.db.models.deletion
from django.db import migrations, models

GUARD = """
CREATE TRIGGER orders_commitments_append_only BEFORE UPDATE OR DELETE ON games_orderscommitment
    FOR EACH ROW EXECUTE FUNCTION refuse_to_change_commitments();
"""
UNGUARD = "DROP TRIGGER orders_commitments_append_only ON games_orderscommitment"


class Migration(migrations.Migration):
    dependencies: ClassVar = [("games", "0090_attempts_of_delayed_orders")]

    operations: ClassVar = [
        migrations.CreateModel(
            name="OrdersCommitment",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("version", models.PositiveIntegerField()),
                ("at", models.DateTimeField()),
                ("commitments", models.JSONField()),
                (
                    "game",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="orders_commitments",
                        to="games.game",
                    ),
                ),
            ],
            options={
                "verbose_name": "commitment to standing orders",
                "verbose_name_plural": "commitments to standing orders",
                "constraints": [
                    models.UniqueConstraint(
                        fields=("game", "version"), name="orders_commitment_once"
                    )
                ],
            },
        ),
        migrations.RunSQL(GUARD, UNGUARD),
    ]
