"""Games damaged on purpose, as a bad disk or a clumsy hand would."""

from __future__ import annotations

from django.db import connection

from games.models import Game

POSITIONS = {
    "cut short": "substring(state from 1 for 40)",
    "turned a bit": "set_bit(state, 8 * (length(state) - 30), "
    "1 - get_bit(state, 8 * (length(state) - 30)))",
    "emptied": "''::bytea",
    "overwritten": "'nonsense'::bytea",
}
EVENTS = {
    "of an unknown kind": "kind = 'unheard_of'",
    "without data": "data = '{}'",
    "of another seat": 'data = data || \'{"seat": "nowhere"}\'',
}


def position(game: Game, how: str) -> None:
    """Damage the position that is kept in a game's row."""
    with connection.cursor() as cursor:
        cursor.execute(f"UPDATE games_game SET state = {POSITIONS[how]} WHERE id = %s", [game.pk])


def event(game: Game, how: str) -> None:
    """Damage the last event of a game, past the guard of the table."""
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL session_replication_role = replica")
        cursor.execute(
            f"UPDATE games_event SET {EVENTS[how]} WHERE game_id = %s AND seq = %s",
            [game.pk, game.version],
        )
        cursor.execute("SET LOCAL session_replication_role = origin")
