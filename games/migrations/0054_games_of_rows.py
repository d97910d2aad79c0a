"""The number of the game in every row that belongs to one, in tables that had it through a seat or
a decision alone. Rows that are there get it by the next migration."""

from __future__ import annotations

from typing import ClassVar

import django.db.models.deletion
from django.db import migrations, models

# Turns lock a game before all else, and so do we: a turn that holds a game and waits for one of these
# tables would otherwise wait for us, and we for it.
LOCK = "LOCK TABLE games_game IN SHARE ROW EXCLUSIVE MODE"
ADD = """
ALTER TABLE {table} ADD COLUMN game_id bigint NULL;
ALTER TABLE {table} ADD CONSTRAINT {table}_game_fk FOREIGN KEY (game_id)
    REFERENCES games_game (id) DEFERRABLE INITIALLY DEFERRED NOT VALID;
"""
REMOVE = "ALTER TABLE {table} DROP COLUMN game_id"


def add_game(model: str) -> migrations.SeparateDatabaseAndState:
    """Return the operation that adds the column to the table of a model."""
    table = f"games_{model}"
    field = models.ForeignKey(
        db_index=False,
        null=True,
        on_delete=django.db.models.deletion.CASCADE,
        related_name="+",
        to="games.game",
    )
    return migrations.SeparateDatabaseAndState(
        [migrations.RunSQL(ADD.format(table=table), REMOVE.format(table=table))],
        [migrations.AddField(model, "game", field)],
    )


class Migration(migrations.Migration):
    dependencies: ClassVar = [("games", "0053_seat_requests_to_check")]

    operations: ClassVar = [
        migrations.RunSQL(LOCK, migrations.RunSQL.noop),
        # In the order in which the erasure of a person comes to them.
        *map(add_game, ("attempt", "draft", "pendingoffer", "premove", "preview")),
    ]
