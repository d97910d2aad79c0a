"""Adds up the standings of all results, and queues games for the league from now on.

Not in one transaction: the index is built while the league is read, and people are taken a
thousand at a time. It can be run again from wherever it ended. The workers stand still meanwhile:
what one from before rates after the trigger is there would be missing from the standings.
"""

from __future__ import annotations

from typing import Any, ClassVar

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models

SLICE = 1000  # people
# A game is looked at by the league when it is over, and when it counts no more.
TRIGGER = """
CREATE OR REPLACE FUNCTION leagues_queue_game() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.status = 'over' AND NEW.is_rated
        OR EXISTS (SELECT FROM leagues_result WHERE game_id = NEW.id)
        OR EXISTS (SELECT FROM leagues_queuedgame WHERE game_id = NEW.id)
    THEN
        INSERT INTO leagues_queuedgame (game_id, ruleset, ended_at, is_done)
        VALUES (NEW.id, NEW.ruleset, NEW.ended_at, false)
        ON CONFLICT (game_id) DO UPDATE SET is_done = false, ended_at = EXCLUDED.ended_at;
    END IF;
    RETURN NULL;
END $$;
DROP TRIGGER IF EXISTS leagues_game_ended ON games_game;
CREATE TRIGGER leagues_game_ended
    AFTER INSERT OR UPDATE OF status, ended_at, is_rated ON games_game
    FOR EACH ROW WHEN (NEW.status IN ('over', 'annulled')) EXECUTE FUNCTION leagues_queue_game();
"""
# One whose building was interrupted is there, and good for nothing.
NO_INDEX = "DROP INDEX CONCURRENTLY IF EXISTS result_newest"
NO_TRIGGER = """
DROP TRIGGER leagues_game_ended ON games_game;
DROP FUNCTION leagues_queue_game();
"""
QUEUE = """
    INSERT INTO leagues_queuedgame (game_id, ruleset, ended_at, is_done)
    SELECT id, ruleset, ended_at, false FROM games_game game
    WHERE status = 'over' AND is_rated
            AND NOT EXISTS (SELECT FROM leagues_result WHERE game_id = game.id)
        OR status = 'annulled' AND EXISTS (SELECT FROM leagues_result WHERE game_id = game.id)
    ON CONFLICT DO NOTHING
"""
FILL = """
    WITH entry AS (
        SELECT person_id, league.ruleset, league.season, ended_at, game_id, ending, timeouts,
            numbers, mu, sigma
        FROM leagues_result result
        CROSS JOIN LATERAL (SELECT extract(year FROM ended_at AT TIME ZONE 'UTC')::int) AS at (year)
        CROSS JOIN LATERAL (
            VALUES (result.ruleset, 0), (result.ruleset, year), ('', 0), ('', year)
        ) AS league (ruleset, season)
        WHERE person_id = ANY(%(people)s)
    ), total AS (
        SELECT person_id, ruleset, season, count(*) AS games,
            count(*) FILTER (WHERE ending = 1) AS wins, count(*) FILTER (WHERE ending = 2) AS draws,
            sum(timeouts) AS timeouts,
            (array_agg(mu ORDER BY ended_at DESC, game_id DESC))[1] AS mu,
            (array_agg(sigma ORDER BY ended_at DESC, game_id DESC))[1] AS sigma
        FROM entry GROUP BY person_id, ruleset, season
    ), number AS (
        SELECT person_id, ruleset, season, name, sum(value::bigint) AS sum
        FROM entry, jsonb_each_text(entry.numbers) AS pair (name, value)
        WHERE ruleset <> '' GROUP BY person_id, ruleset, season, name
        HAVING sum(value::bigint) <> 0
    ), numbers AS (
        SELECT person_id, ruleset, season, jsonb_object_agg(name, sum) AS numbers
        FROM number GROUP BY person_id, ruleset, season
    )
    INSERT INTO leagues_leaguestanding
        (person_id, ruleset, season, games, wins, draws, timeouts, numbers, mu, sigma)
    SELECT person_id, ruleset, season, games, wins, draws, timeouts, coalesce(numbers, '{}'),
        CASE ruleset WHEN '' THEN NULL ELSE mu END, CASE ruleset WHEN '' THEN NULL ELSE sigma END
    FROM total LEFT JOIN numbers USING (person_id, ruleset, season)
    ON CONFLICT DO NOTHING
"""


def fill(apps: Any, schema_editor: Any) -> None:
    """Add up the standings, a slice of the people in each transaction."""
    results = apps.get_model("leagues", "Result").objects
    people = list(results.order_by("person").values_list("person", flat=True).distinct())
    with schema_editor.connection.cursor() as cursor:
        cursor.execute(QUEUE)
        for start in range(0, len(people), SLICE):
            cursor.execute(FILL, {"people": people[start : start + SLICE]})


class Migration(migrations.Migration):
    atomic = False
    dependencies: ClassVar = [("leagues", "0004_league_standings")]

    operations: ClassVar = [
        migrations.RunSQL(TRIGGER, NO_TRIGGER),
        # Before the standings, which are added up with it.
        migrations.RunSQL(NO_INDEX, migrations.RunSQL.noop),
        AddIndexConcurrently(
            "result",
            models.Index(fields=["person", "-ended_at", "-game"], name="result_newest"),
        ),
        migrations.RunPython(fill, migrations.RunPython.noop),
    ]
