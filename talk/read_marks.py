"""How far people have read the words at their tables."""

from __future__ import annotations

from django.db import connection

from accounts.models import Person
from games.models import Game

# In one statement, so that of two windows the one that has read less cannot move the mark back.
# A number that nobody has said yet would keep later words from being new.
MARK = """
    INSERT INTO talk_readmark (game_id, person_id, read_to)
    SELECT %(game)s, %(person)s, least(%(read_to)s, max(id)) FROM talk_remark
    HAVING max(id) IS NOT NULL
    ON CONFLICT (game_id, person_id) DO UPDATE
    SET read_to = greatest(talk_readmark.read_to, excluded.read_to)
"""


def mark_words_read(game: Game, person: Person, read_to: int) -> None:
    """Record that a person has read the words at a table up to a remark; the mark never goes
    back."""
    with connection.cursor() as cursor:
        cursor.execute(MARK, {"game": game.pk, "person": person.pk, "read_to": read_to})
