"""Games that end, are annulled or count otherwise are looked at by a worker; so are all that ended
before."""

from django.db import migrations

CHANGED = """
CREATE FUNCTION records_note_changed_game() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    -- Not DO NOTHING: the row is locked until this change can be seen, so that no worker takes it
    -- out of the queue and reads the game as it was.
    INSERT INTO records_changedgame (game_id) VALUES (NEW.id)
        ON CONFLICT (game_id) DO UPDATE SET game_id = EXCLUDED.game_id;
    RETURN NULL;
END $$;
CREATE TRIGGER records_game_changed
    AFTER INSERT OR UPDATE OF status, is_rated, is_private, ended_at ON games_game
    FOR EACH ROW WHEN (NEW.status IN ('over', 'annulled'))
    EXECUTE FUNCTION records_note_changed_game();
"""
UNCHANGED = """
DROP TRIGGER records_game_changed ON games_game;
DROP FUNCTION records_note_changed_game();
"""
FILL = """
    INSERT INTO records_changedgame (game_id)
    SELECT id FROM games_game WHERE status = 'over' AND is_rated AND NOT is_private
    ON CONFLICT DO NOTHING
"""


class Migration(migrations.Migration):
    dependencies = [("records", "0002_archive")]
    operations = [
        migrations.RunSQL(CHANGED, UNCHANGED),
        migrations.RunSQL(FILL, migrations.RunSQL.noop),
    ]
