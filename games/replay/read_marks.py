"""How far a person has followed a game: what lies behind is news."""

from __future__ import annotations

from collections.abc import Sequence

from django.db import connection

from accounts.models import Person
from games.models import Game, Seen

NOTE = """
    INSERT INTO games_seen (game_id, person_id, version) VALUES (%s, %s, %s)
    ON CONFLICT (game_id, person_id) DO UPDATE
    SET version = greatest(games_seen.version, excluded.version)
"""


def mark_read(game: Game, person: Person, version: int) -> None:
    """Note that a person has seen a game up to an event; it never goes back."""
    with connection.cursor() as cursor:
        cursor.execute(NOTE, [game.pk, person.pk, version])


def last_read(game: Game, person: Person | None) -> int:
    """Return the last event that a person has seen, 0 if none."""
    if person is None:
        return 0
    found = Seen.objects.filter(game=game, person=person).values_list("version", flat=True)
    return found.first() or 0


def first_new_step(numbers: Sequence[int], seen: int) -> int | None:
    """Return the first step that is news to somebody who has ``seen`` others of them."""
    known = sum(number <= seen for number in numbers)
    return numbers[known] if 0 < known < len(numbers) else None
