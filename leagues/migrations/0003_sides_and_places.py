from __future__ import annotations

from typing import ClassVar

from django.db import migrations, models

# Partners were rated one by one. From their first game on all is rated again, by the next tick.
FORGET = """
    DELETE FROM leagues_result WHERE ended_at >= (
        SELECT min(ended_at) FROM games_game
        WHERE status = 'over' AND is_rated AND options @> '{"partners": true}'
    )
"""
FILL = """
    UPDATE leagues_result result SET
        side = seat.side,
        place = CASE WHEN ending = 4 THEN 3 WHEN ending = 3 THEN 2 ELSE 1 END
    FROM games_seat seat
    WHERE seat.game_id = result.game_id AND (
        seat.person_id = result.person_id OR EXISTS (
            SELECT FROM games_departure gone
            WHERE gone.seat_id = seat.id AND gone.person_id = result.person_id
        )
    )
"""


class Migration(migrations.Migration):
    dependencies: ClassVar = [("leagues", "0002_numbers"), ("games", "0008_sides_and_places")]

    operations: ClassVar = [
        migrations.RunSQL(FORGET, migrations.RunSQL.noop),
        migrations.AddField("result", "side", models.PositiveSmallIntegerField(default=0), preserve_default=False),
        migrations.AddField("result", "place", models.PositiveSmallIntegerField(default=0), preserve_default=False),
        migrations.RunSQL(FILL, migrations.RunSQL.noop),
    ]
