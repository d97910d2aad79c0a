"""A person who had done the last lesson of Conquest, "Sending", has still done that one: a lesson was put
before it, "What if", so that the tenth is the eleventh now."""

from __future__ import annotations

from django.db import migrations

MOVE = """
    UPDATE games_learned AS one SET number = 11
    WHERE ruleset = 'conquest' AND number = 10 AND NOT EXISTS (
        SELECT FROM games_learned AS other
        WHERE other.person_id = one.person_id AND other.ruleset = 'conquest' AND other.number = 11
    )
"""


class Migration(migrations.Migration):
    dependencies = [("games", "0033_premove")]

    operations = [migrations.RunSQL(MOVE, migrations.RunSQL.noop)]
