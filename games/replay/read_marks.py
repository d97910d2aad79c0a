"""Read marks: how far a person has followed a game; later events are news."""

from __future__ import annotations

from collections.abc import Sequence

from django.db import connection

from accounts.models import Person
from games.models import Game, Seen

# In one statement, so that of two windows the one that has seen less cannot move the mark back.
NOTE = """
    INSERT INTO games_seen (game_id, person_id, version) VALUES (%s, %s, %s)
    ON CONFLICT (game_id, person_id) DO UPDATE
    SET version = greatest(games_seen.version, excluded.version)
"""


def mark_read(game: Game, person: Person, version: int) -> None:
    """Record that a person has seen a game up to an event; the mark never goes back."""
    with connection.cursor() as cursor:
        cursor.execute(NOTE, [game.pk, person.pk, version])


def last_read(game: Game, person: Person | None) -> int:
    """Return the number of the last event that a person has seen, 0 if none."""
    if person is None:
        return 0
    versions = Seen.objects.filter(game=game, person=person).values_list("version", flat=True)
    return versions.first() or 0


def first_new_step(numbers: Sequence[int], seen: int) -> int | None:
    """Return the number of the first step after the event ``seen``.

    It is None if all of the steps are new, or none.
    """
    known = sum(number <= seen for number in numbers)
    return numbers[known] if 0 < known < len(numbers) else None
