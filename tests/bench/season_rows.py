"""A season of everybody on the site that growth is measured on, and as many cups of two."""

from __future__ import annotations

from typing import Any

from django.db import connection

from accounts.models import Person

SEASON, GROUP_SIZE = 1, 8
GAMES = GROUP_SIZE * (GROUP_SIZE - 1) // 2

CHAMPIONSHIP = """
    INSERT INTO seasons_championship (id, title, ruleset, options, pace, group_size, meetings,
        at_once, days, asks_in_time, asks_finished, break_days, first_begins_at, is_open)
    VALUES (1, 'Conquest', 'conquest', '{}', %(pace)s, 8, 1, 3, 90, 0, 0, 7, now(), false)
"""
COMPETITIONS = """
    INSERT INTO seasons_competition (id, title, ruleset, options, pace, group_size, meetings,
        at_once, days, asks_in_time, asks_finished, kind, status, championship_id, number,
        table_size, rounds, least_entries, opened_at, begins_at, began_at, ended_at, is_rated,
        is_private, invite_key, welcomes_bots, for_newcomers, tie_breaks, recurs, seed, form_key,
        directed_by_id)
    SELECT 1 + n, 'Cup ' || n, 'bollwerk', '{}', %(pace)s, 8, 1, 3, 90, 0, 0,
        CASE n WHEN 0 THEN 'season' ELSE 'swiss' END, CASE n WHEN 0 THEN 'running' ELSE 'over' END,
        CASE n WHEN 0 THEN 1 END, CASE n WHEN 0 THEN 1 ELSE 0 END, 2, 5, 2,
        now() - n * interval '1 s', now(), now(), CASE n WHEN 0 THEN NULL ELSE now() END, true,
        false, 'bench-' || n, false, false, '["direct", "wins"]', '', ''::bytea, '',
        CASE n WHEN 0 THEN NULL ELSE %(reader)s END
    FROM generate_series(0, %(size)s) AS n
"""
ENTRANTS = """
    INSERT INTO seasons_entrant (id, competition_id, person_id, entered_at, is_reserve, is_lasting,
        at_once, seeding, mu, sigma, "left")
    SELECT n, 1, CASE n WHEN 1 THEN %(reader)s ELSE %(people)s + n END, now(), false, false, 3, n,
        25, 5, ''
    FROM generate_series(1, %(size)s) AS n
"""
CUP_ENTRANTS = """
    INSERT INTO seasons_entrant (id, competition_id, person_id, entered_at, is_reserve, is_lasting,
        at_once, seeding, mu, sigma, "left")
    SELECT %(size)s + 2 * n + side, 1 + n, %(people)s + 1 + (n + side) %% %(size)s, now(), false,
        false, 3, 1 + side, 25, 5, ''
    FROM generate_series(1, %(size)s) AS n, generate_series(0, 1) AS side
"""
STAGE = """
    INSERT INTO seasons_stage
        (id, competition_id, number, begins_at, ends_at, group_count, is_drawn)
    VALUES (1, 1, 1, now(), now() + interval '90 days', %(groups)s, true)
"""
GROUPS = """
    INSERT INTO seasons_group (id, stage_id, number, due_at, told)
    SELECT n, 1, n, now() + interval '45 days', 1 FROM generate_series(1, %(groups)s) AS n
"""
MEMBERS = """
    INSERT INTO seasons_member (id, group_id, entry_id, "order", rank, points, played, wins, ties,
        can_rise, has_risen, moved)
    SELECT n, (n + 7) / 8, n, 1 + (n + 7) %% 8, 1 + (n + 7) %% 8, 3, 3, 1, '[1, 1]', true, false, 0
    FROM generate_series(1, %(groups)s * 8) AS n
"""
FIXTURES = """
    INSERT INTO seasons_fixture (id, group_id, round, number, status, settled_at)
    SELECT (n - 1) * %(games)s + game, n, game / 4, game,
        CASE game %% 2 WHEN 0 THEN 'waiting' ELSE 'void' END,
        CASE game %% 2 WHEN 0 THEN NULL ELSE now() END
    FROM generate_series(1, %(groups)s) AS n, generate_series(1, %(games)s) AS game
"""
SEATS = """
    WITH pairs AS (
        SELECT row_number() OVER () AS game, one, other
        FROM generate_series(1, 8) AS one, generate_series(1, 8) AS other WHERE one < other
    )
    INSERT INTO seasons_fixtureseat (fixture_id, member_id, "order", side, has_left)
    SELECT (n - 1) * %(games)s + game, (n - 1) * 8 + member, place, place, false
    FROM generate_series(1, %(groups)s) AS n, pairs,
        LATERAL (VALUES (0, one), (1, other)) AS seat (place, member)
"""


def fill_season(reader: Person, size: int, *, people: int, pace: str) -> None:
    """Enter the people whose ids follow on a number in one season, of groups of eight, the reader
    in the first."""
    given: dict[str, Any] = {
        "reader": reader.pk, "size": size, "people": people, "groups": size // GROUP_SIZE,
        "games": GAMES, "pace": pace,
    }  # fmt: skip
    statements = (
        CHAMPIONSHIP, COMPETITIONS, ENTRANTS, CUP_ENTRANTS, STAGE, GROUPS, MEMBERS, FIXTURES, SEATS,
    )  # fmt: skip
    for statement in statements:
        with connection.cursor() as cursor:
            cursor.execute(statement, given)
