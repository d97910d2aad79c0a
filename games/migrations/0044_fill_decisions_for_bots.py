"""Marks the open decisions of bots from before, a slice in each transaction, and builds their index
while games are played. It can be run again from wherever it ended."""

from __future__ import annotations

from typing import Any, ClassVar

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models, transaction

SLICE = 500  # decisions
# A seat changes under the lock on its game's row: what is asked of it after that holds.
LOCK = """
    SELECT FROM games_game WHERE id IN (SELECT game_id FROM games_decision WHERE id = ANY(%s))
    ORDER BY id FOR NO KEY UPDATE
"""
FILL = """
    UPDATE games_decision SET is_for_bot = true
    WHERE id = ANY(%s) AND closed_at IS NULL AND games_seat_is_for_bot(seat_id)
"""
# One whose building was interrupted is there, and good for nothing.
NO_INDEX = "DROP INDEX CONCURRENTLY IF EXISTS decision_for_bot"


def fill(apps: Any, schema_editor: Any) -> None:
    """Mark the open decisions of bots that opened before the triggers were there."""
    waiting = apps.get_model("games", "Decision").objects.filter(closed_at=None, is_for_bot=False)
    pks = list(waiting.order_by("pk").values_list("pk", flat=True))
    for start in range(0, len(pks), SLICE):
        with transaction.atomic(), schema_editor.connection.cursor() as cursor:
            cursor.execute(LOCK, [pks[start : start + SLICE]])
            cursor.execute(FILL, [pks[start : start + SLICE]])


class Migration(migrations.Migration):
    atomic = False
    dependencies: ClassVar = [("games", "0043_indexes_of_long_games")]

    operations: ClassVar = [
        migrations.RunPython(fill, migrations.RunPython.noop),
        migrations.RunSQL(NO_INDEX, migrations.RunSQL.noop),
        AddIndexConcurrently(
            "decision",
            models.Index(
                condition=models.Q(("closed_at", None), ("is_for_bot", True)),
                fields=["opened_at"],
                name="decision_for_bot",
            ),
        ),
    ]
