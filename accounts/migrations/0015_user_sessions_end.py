"""What people see of their sessions is deleted with them, so that nothing has to be compared."""

from __future__ import annotations

from typing import ClassVar

from django.db import migrations

KEPT = """
    CREATE FUNCTION accounts_session_ends() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        DELETE FROM usersessions_usersession WHERE session_key = OLD.session_key;
        RETURN NULL;
    END $$;
    CREATE TRIGGER accounts_session_ends AFTER DELETE ON django_session
        FOR EACH ROW EXECUTE FUNCTION accounts_session_ends();
"""
UNKEPT = """
    DROP TRIGGER accounts_session_ends ON django_session;
    DROP FUNCTION accounts_session_ends();
"""
LOST = """
    DELETE FROM usersessions_usersession AS seen WHERE NOT EXISTS (
        SELECT FROM django_session WHERE session_key = seen.session_key
    )
"""


class Migration(migrations.Migration):
    dependencies: ClassVar = [
        ("accounts", "0014_reply_round"),
        ("sessions", "0001_initial"),
        ("usersessions", "0001_initial"),
    ]

    operations: ClassVar = [
        migrations.RunSQL(KEPT, UNKEPT),
        migrations.RunSQL(LOST, migrations.RunSQL.noop),
    ]
