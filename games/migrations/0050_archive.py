"""The archive of events; rows may leave the event table for it, and for nowhere else."""

from __future__ import annotations

from typing import ClassVar

import django.db.models.deletion
from django.db import migrations, models

GUARD = """
CREATE OR REPLACE FUNCTION refuse_to_change_events() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'DELETE' AND EXISTS (
        SELECT FROM games_archivedevent AS archived
        WHERE archived.game_id = OLD.game_id AND archived.seq = OLD.seq
            AND (archived.id, archived.kind, archived.data, archived.hash, archived.at)
                = (OLD.id, OLD.kind, OLD.data, OLD.hash, OLD.at)
    ) THEN
        RETURN OLD;
    END IF;
    RAISE EXCEPTION 'events are append-only';
END $$;
CREATE FUNCTION refuse_to_change_archived_events() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'archived events are append-only';
END $$;
CREATE TRIGGER archived_events_append_only BEFORE UPDATE OR DELETE ON games_archivedevent
    FOR EACH ROW EXECUTE FUNCTION refuse_to_change_archived_events();
CREATE FUNCTION refuse_doubled_events() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT FROM games_event WHERE game_id = NEW.game_id AND seq = NEW.seq) THEN
        RAISE EXCEPTION 'event % of game % is archived and not deleted', NEW.seq, NEW.game_id;
    END IF;
    RETURN NULL;
END $$;
-- Deferred, since the copy is there before the row is deleted.
CREATE CONSTRAINT TRIGGER archived_events_once AFTER INSERT ON games_archivedevent
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION refuse_doubled_events();
"""
UNGUARD = """
DO $$ BEGIN
    IF EXISTS (SELECT FROM games_archivedevent) THEN
        RAISE EXCEPTION 'there are archived events, which the release before does not know';
    END IF;
END $$;
DROP TRIGGER archived_events_once ON games_archivedevent;
DROP FUNCTION refuse_doubled_events();
DROP TRIGGER archived_events_append_only ON games_archivedevent;
DROP FUNCTION refuse_to_change_archived_events();
CREATE OR REPLACE FUNCTION refuse_to_change_events() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'events are append-only';
END $$;
"""


class Migration(migrations.Migration):
    dependencies: ClassVar = [("games", "0049_seat_requests")]

    operations: ClassVar = [
        migrations.AddField(
            "game",
            "archived_at",
            models.DateTimeField(blank=True, editable=False, null=True),
        ),
        migrations.CreateModel(
            name="ArchivedEvent",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("seq", models.PositiveIntegerField()),
                ("kind", models.CharField(max_length=30)),
                ("data", models.JSONField()),
                ("hash", models.CharField(max_length=64)),
                ("at", models.DateTimeField()),
                (
                    "game",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="archived_events",
                        to="games.game",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("game", "seq"), name="archived_event_seq_unique"
                    )
                ],
            },
        ),
        migrations.RunSQL(GUARD, UNGUARD),
    ]
