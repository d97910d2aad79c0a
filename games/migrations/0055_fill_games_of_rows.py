"""Fills in the games of rows from before, a slice in each transaction, while games are played. It
can be run again from wherever it ended."""

from __future__ import annotations

from typing import Any, ClassVar

from django.db import migrations

SLICE = 2_000  # numbers of rows
TABLES = ("attempt", "draft", "pendingoffer", "premove", "preview")
# A row that somebody is at is left out: so we wait for nobody who waits for us. It lacks its game
# like those that the last release still writes, until the next one fills in both.
FILL = """
    WITH slice AS (
        SELECT id FROM games_{table} WHERE id > %(after)s AND id <= %(upto)s AND game_id IS NULL
        FOR UPDATE SKIP LOCKED
    )
    UPDATE games_{table} AS filled SET game_id = owner.game_id FROM slice, {owner} AS owner
    WHERE filled.id = slice.id AND owner.id = filled.{key}
"""


def fill(apps: Any, schema_editor: Any) -> None:
    """Fill in the game of each row from its seat, or from its decision."""
    for table in TABLES:
        owner, key = "games_seat", "seat_id"
        if table == "attempt":
            owner, key = "games_decision", "decision_id"
        statement = FILL.format(table=table, owner=owner, key=key)
        last = apps.get_model("games", table).objects.order_by("-pk").values_list("pk", flat=True)
        for after in range(0, last.first() or 0, SLICE):
            with schema_editor.connection.cursor() as cursor:
                cursor.execute(statement, {"after": after, "upto": after + SLICE})


class Migration(migrations.Migration):
    atomic = False
    dependencies: ClassVar = [("games", "0054_games_of_rows")]

    operations: ClassVar = [
        migrations.RunPython(fill, migrations.RunPython.noop),
        *(
            migrations.RunSQL(
                f"ALTER TABLE games_{table} VALIDATE CONSTRAINT games_{table}_game_fk",
                migrations.RunSQL.noop,
            )
            for table in TABLES
        ),
    ]
