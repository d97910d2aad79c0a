"""How far people have read the words at their tables."""

from __future__ import annotations

from collections.abc import Iterable

from django.db import connection
from django.db.models import QuerySet

from accounts.models import Person
from games.models import Game
from talk.models import ReadMark

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


# In one statement, so that of two who speak at once one alone has a letter written.
TELL = """
    INSERT INTO talk_readmark (game_id, person_id, told_to)
    SELECT %(game)s, reader, %(remark)s FROM unnest(%(readers)s) AS reader ORDER BY reader
    ON CONFLICT (game_id, person_id) DO UPDATE SET told_to = excluded.told_to
    WHERE talk_readmark.told_to <= talk_readmark.read_to
    RETURNING person_id
"""


def mark_told(game: Game, readers: Iterable[Person], remark: int) -> set[int]:
    """Record that people are written to about a remark, but for those who have not read what they
    were written to about before; return who they are."""
    people = [reader.pk for reader in readers]
    with connection.cursor() as cursor:
        cursor.execute(TELL, {"game": game.pk, "readers": people, "remark": remark})
        return {pk for (pk,) in cursor.fetchall()}


def find_told(game: Game, remark: int) -> QuerySet[ReadMark]:
    """Select the marks of those who were written to last about a remark."""
    return ReadMark.objects.filter(game=game, told_to=remark)
