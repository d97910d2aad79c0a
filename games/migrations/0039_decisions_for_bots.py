from __future__ import annotations

from typing import ClassVar

from django.db import migrations, models

# Asked of the seat as it is: by the trigger of a decision that opens, and again for the open one of
# a seat that changes. Both happen under the lock on the game's row, so neither misses the other.
KEPT = """
    CREATE FUNCTION games_seat_is_for_bot(bigint) RETURNS boolean LANGUAGE plpgsql STABLE AS $$
    BEGIN
        RETURN EXISTS (
            SELECT FROM games_seat AS seat
            LEFT JOIN accounts_person AS person ON person.id = seat.person_id
            WHERE seat.id = $1 AND (seat.stand_in_id IS NOT NULL OR person.is_house)
        );
    END $$;
    CREATE FUNCTION games_decision_opens() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        NEW.is_for_bot := games_seat_is_for_bot(NEW.seat_id);
        RETURN NEW;
    END $$;
    CREATE TRIGGER games_decision_opens BEFORE INSERT ON games_decision
        FOR EACH ROW EXECUTE FUNCTION games_decision_opens();
    CREATE FUNCTION games_seat_changes() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        UPDATE games_decision SET is_for_bot = games_seat_is_for_bot(NEW.id)
        WHERE seat_id = NEW.id AND closed_at IS NULL;
        RETURN NULL;
    END $$;
    CREATE TRIGGER games_seat_changes AFTER UPDATE OF person_id, stand_in_id ON games_seat
        FOR EACH ROW WHEN (
            (OLD.person_id, OLD.stand_in_id) IS DISTINCT FROM (NEW.person_id, NEW.stand_in_id)
        ) EXECUTE FUNCTION games_seat_changes();
"""
UNKEPT = """
    DROP TRIGGER games_seat_changes ON games_seat;
    DROP TRIGGER games_decision_opens ON games_decision;
    DROP FUNCTION games_seat_changes();
    DROP FUNCTION games_decision_opens();
    DROP FUNCTION games_seat_is_for_bot(bigint);
"""


class Migration(migrations.Migration):
    dependencies: ClassVar = [("games", "0038_form_key"), ("accounts", "0001_initial")]

    operations: ClassVar = [
        migrations.AddField(
            model_name="decision",
            name="is_for_bot",
            field=models.BooleanField(db_default=False, default=False, editable=False),
        ),
        migrations.RunSQL(KEPT, UNKEPT),
    ]
