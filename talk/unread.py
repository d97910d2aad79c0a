"""How many words are new to somebody at the tables of a list, in one query."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from accounts.models import Person
from db.postgres.prepared import prepared_cursor

MOST = 100  # what is more is told as that

# For each table the few that are new, by the index of its audiences: how many were said there, and
# how many tables somebody has, makes it no dearer.
COUNT = """
    SELECT listed.id, counted.number
    FROM unnest(%(tables)s) AS listed (id)
    LEFT JOIN talk_readmark AS mark ON mark.game_id = listed.id AND mark.person_id = %(person)s
    LEFT JOIN games_seat AS seat ON seat.game_id = listed.id AND seat.person_id = %(person)s
    CROSS JOIN LATERAL (
        SELECT count(*) AS number FROM (
            SELECT remark.person_id FROM talk_remark AS remark
            WHERE remark.game_id = listed.id AND remark.id > coalesce(mark.read_to, 0)
                AND remark.person_id <> %(person)s AND remark.withdrawn_at IS NULL
                AND remark.audience = ANY (CASE WHEN seat.id IS NOT NULL
                THEN ARRAY['all', 'players', 'partners'] WHEN EXISTS (
                    SELECT FROM games_game
                    WHERE id = listed.id AND host_id = %(person)s AND started_at IS NULL
                ) THEN ARRAY['all', 'players'] ELSE ARRAY['all'] END)
                AND (remark.side = '' OR seat.name = ANY (string_to_array(remark.side, ' ')))
            LIMIT %(most)s
        ) AS few
        WHERE NOT EXISTS (
            SELECT FROM games_mute
            WHERE person_id = %(person)s AND game_id = listed.id AND other_id = few.person_id
        ) AND NOT EXISTS (
            SELECT FROM games_playerblock
            WHERE person_id = %(person)s AND other_id = few.person_id
        )
    ) AS counted
    WHERE counted.number > 0
"""


def count_unread(person: Person, tables: Iterable[int]) -> Mapping[int, int]:
    """Return by the number of a table how many words are new to a person there, at most ``MOST``,
    for those where some are: what is said to all, and to the players and among partners where they
    are one; not by people whom they mute or block."""
    wanted = list(tables)
    if person.is_guest or not wanted:
        return {}
    with prepared_cursor() as cursor:
        cursor.execute(COUNT, {"tables": wanted, "person": person.pk, "most": MOST})
        return dict(cursor.fetchall())
