from __future__ import annotations

from typing import ClassVar

from django.db import migrations, models

# Until now there was one game, whose partners sit opposite each other.
FILL = """
    UPDATE games_seat SET
        side = CASE WHEN game.options @> '{"partners": true}' THEN "order" % 2 ELSE "order" END,
        place = CASE WHEN has_won OR jsonb_array_length(game.winners) = 0 THEN 1 ELSE 2 END
    FROM games_game game WHERE game.id = game_id AND game.status = 'over'
"""


class Migration(migrations.Migration):
    dependencies: ClassVar = [("games", "0007_numbers_of_seats")]

    operations: ClassVar = [
        migrations.AddField("seat", "side", models.PositiveSmallIntegerField(blank=True, null=True)),
        migrations.AddField("seat", "place", models.PositiveSmallIntegerField(blank=True, null=True)),
        migrations.RunSQL(FILL, migrations.RunSQL.noop),
    ]
