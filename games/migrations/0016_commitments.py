"""Words that players add to the chance of a game, and the chain of commitments, append-only."""

from __future__ import annotations

import django.db.models.deletion
from django.db import migrations, models
from django.db.models import Q

GUARD = """
CREATE FUNCTION refuse_to_change_commitments() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'commitments are append-only';
END $$;
CREATE TRIGGER commitments_append_only BEFORE UPDATE OR DELETE ON games_commitment
    FOR EACH ROW EXECUTE FUNCTION refuse_to_change_commitments();
"""
UNGUARD = """
DROP TRIGGER commitments_append_only ON games_commitment;
DROP FUNCTION refuse_to_change_commitments();
"""
KINDS = [("seed", "Seed"), ("earlier seed", "Earlier"), ("key", "Key"), ("set-up", "Set Up")]


class Migration(migrations.Migration):
    dependencies = [("games", "0015_mailboxes")]
    operations = [
        migrations.AddField("game", "words", models.JSONField(blank=True, default=list)),
        migrations.AddField("seat", "word", models.CharField(blank=True, max_length=60)),
        migrations.CreateModel(
            "Commitment",
            [
                ("number", models.PositiveIntegerField(primary_key=True, serialize=False)),
                ("kind", models.CharField(choices=KINDS, max_length=20)),
                ("seat", models.CharField(blank=True, max_length=20)),
                ("seq", models.PositiveIntegerField(default=0)),
                ("commitment", models.CharField(max_length=64)),
                ("at", models.DateTimeField()),
                ("link", models.CharField(max_length=64)),
                (
                    "game",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="commitments",
                        to="games.game",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(condition=Q(number__gt=0), name="commitment_from_one"),
                    models.UniqueConstraint(
                        fields=["game", "kind", "seq"], name="commitment_once"
                    ),
                ]
            },
        ),
        migrations.RunSQL(GUARD, UNGUARD),
    ]
