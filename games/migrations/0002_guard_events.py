"""The event table can only be inserted into: a trigger refuses everything else."""

from django.db import migrations

GUARD = """
CREATE FUNCTION refuse_to_change_events() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'events are append-only';
END $$;
CREATE TRIGGER events_append_only BEFORE UPDATE OR DELETE ON games_event
    FOR EACH ROW EXECUTE FUNCTION refuse_to_change_events();
"""
UNGUARD = """
DROP TRIGGER events_append_only ON games_event;
DROP FUNCTION refuse_to_change_events();
"""


class Migration(migrations.Migration):
    dependencies = [("games", "0001_initial")]
    operations = [migrations.RunSQL(GUARD, UNGUARD)]
