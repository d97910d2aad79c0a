"""The public archive on the site that growth is measured on: every finished game, and how each
began."""

from __future__ import annotations

from django.db import connection

from records.opening_lines import line_keys

GAMES = """
    INSERT INTO records_archivedgame
        (game_id, ruleset, board, ended_at, turns, winners, reason, was_left)
    SELECT id, ruleset, board, ended_at, mod(id, 400),
        CASE mod(id, 3) WHEN 0 THEN '{}'::varchar[] ELSE '{south}'::varchar[] END,
        'quiet_rounds', mod(id, 10) = 0
    FROM games_game WHERE status = 'over'
"""
SEATS = """
    INSERT INTO records_archivedseat (game_id, person_id, name, "order", has_won, ended_at)
    SELECT game_id, person_id, name, "order", name = 'south', ended_at
    FROM games_seat JOIN games_game game ON game.id = game_id WHERE status = 'over'
"""
# A hundred first turns, each with as many answers as there are games for it.
NODES = """
    INSERT INTO records_openingnode
        (key, parent_id, ruleset, board, depth, turn, games, draws, wins)
    SELECT %(root)s, NULL, 'conquest', %(board)s, 0, '', %(size)s, 0, '{"south": 1}'::jsonb
    UNION ALL
    SELECT 'first-' || n, %(root)s, 'conquest', %(board)s, 1, 'south: S12-S' || n, %(size)s / 100,
        0, '{}'::jsonb
    FROM generate_series(0, 99) AS n
    UNION ALL
    SELECT 'second-' || n, 'first-' || mod(n, 100), 'conquest', %(board)s, 2, 'west: W1-W' || n,
        1, 0, '{}'::jsonb
    FROM generate_series(1, %(size)s) AS n
"""
PLAYS = """
    INSERT INTO records_openingplay (node_id, game_id, ended_at)
    SELECT node, game_id, ended_at
    FROM (SELECT *, row_number() OVER (ORDER BY game_id) AS n FROM records_archivedgame) AS game,
        LATERAL (
            VALUES (%(root)s), ('first-' || mod(n, 100)), ('second-' || n)
        ) AS began (node)
"""


def fill_archive(size: int, board: str) -> str:
    """Archive all finished games; return the key of a first turn that one in a hundred has."""
    root = line_keys("conquest", board, ())[0]
    with connection.cursor() as cursor:
        for statement in (GAMES, SEATS, NODES, PLAYS):
            cursor.execute(statement, {"size": size, "root": root, "board": board})
    return "first-1"
