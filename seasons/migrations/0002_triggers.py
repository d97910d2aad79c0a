"""Games that end are looked at by a worker; rulings are kept for good."""

from django.db import migrations

ENDED = """
CREATE FUNCTION seasons_note_ended_game() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT FROM seasons_fixture WHERE game_id = NEW.id) THEN
        INSERT INTO seasons_endedgame (game_id) VALUES (NEW.id) ON CONFLICT DO NOTHING;
    END IF;
    RETURN NULL;
END $$;
CREATE TRIGGER seasons_game_ended AFTER UPDATE OF status ON games_game
    FOR EACH ROW WHEN (NEW.status IN ('over', 'annulled'))
    EXECUTE FUNCTION seasons_note_ended_game();
"""
NOT_ENDED = """
DROP TRIGGER seasons_game_ended ON games_game;
DROP FUNCTION seasons_note_ended_game();
"""
GUARD = """
CREATE FUNCTION refuse_to_change_rulings() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'rulings are append-only';
END $$;
CREATE TRIGGER rulings_append_only BEFORE UPDATE OR DELETE ON seasons_ruling
    FOR EACH ROW EXECUTE FUNCTION refuse_to_change_rulings();
"""
NO_GUARD = """
DROP TRIGGER rulings_append_only ON seasons_ruling;
DROP FUNCTION refuse_to_change_rulings();
"""


class Migration(migrations.Migration):

    dependencies = [("seasons", "0001_initial")]

    operations = [
        migrations.RunSQL(ENDED, NOT_ENDED),
        migrations.RunSQL(GUARD, NO_GUARD),
    ]
