"""Replaces the results and standings of a rule set by those that were rated, in one transaction."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta

import structlog
from django.db import connection, transaction

from leagues.growing_doubt import REST
from leagues.last_ratings import LAST_RESULT
from leagues.models import RESULT_FIELDS, LeagueStanding, QueuedGame, Result, StagedResult
from mail import failpoints

log = structlog.get_logger()

CHUNK = 2000  # games or people: a statement takes about a second
MANY = 100_000  # games: not much more than these change over before the tick's time limit
FIELDS = ", ".join(RESULT_FIELDS)
# Rows of standings out of rows of results: ``entry`` has whatever they add up from.
TOTALS = """
    total AS (
        SELECT person_id, ruleset, season, sum(games) AS games, sum(wins) AS wins,
            sum(draws) AS draws, sum(timeouts) AS timeouts
        FROM entry GROUP BY person_id, ruleset, season
    ), number AS (
        SELECT person_id, ruleset, season, name, sum(sign * value::bigint) AS sum
        FROM entry, jsonb_each_text(entry.numbers) AS pair (name, value)
        WHERE ruleset <> '' GROUP BY person_id, ruleset, season, name
        HAVING sum(sign * value::bigint) <> 0
    ), numbers AS (
        SELECT person_id, ruleset, season, jsonb_object_agg(name, sum) AS numbers
        FROM number GROUP BY person_id, ruleset, season
    )
"""
ENTRIES = """
    SELECT person_id, league.ruleset, league.season, sign AS games,
        sign * (ending = 1)::int AS wins, sign * (ending = 2)::int AS draws,
        sign * timeouts AS timeouts, sign, numbers
    FROM change
    CROSS JOIN LATERAL (SELECT extract(year FROM ended_at AT TIME ZONE 'UTC')::int) AS at (year)
    CROSS JOIN LATERAL (
        VALUES (ruleset, 0), (ruleset, year), ('', 0), ('', year)
    ) AS league (ruleset, season)
"""
# The season of a row called ``total``, as a span of time.
SPAN = """
    CROSS JOIN LATERAL (
        SELECT CASE season WHEN 0 THEN '-infinity' ELSE
            make_timestamptz(season, 1, 1, 0, 0, 0, 'UTC') END,
        CASE season WHEN 0 THEN 'infinity' ELSE
            make_timestamptz(season + 1, 1, 1, 0, 0, 0, 'UTC') END
    ) AS span (since, until)
"""
# When doubt begins to grow that has stood since {ended_at}: in a row of all time and one rule set.
GROWS_FROM = f"""
    CASE WHEN total.ruleset <> '' AND total.season = 0
        THEN {{ended_at}} + interval '{REST // timedelta(hours=1)} hours' END
"""
# Nobody is without a rating in a row of a rule set: while some chunks of games are still to come,
# a row may count games only that were annulled, and a later chunk deletes it.
SEASON_RATING = (
    SPAN
    + LAST_RESULT.format(
        ruleset="total.ruleset", person="total.person_id", since="since", until="until", game="0"
    )
    + f"""
    CROSS JOIN LATERAL (
        SELECT CASE WHEN total.ruleset <> '' THEN coalesce(shown.mu, staged.mu, 0) END,
        CASE WHEN total.ruleset <> '' THEN coalesce(shown.sigma, staged.sigma, 0) END,
        {GROWS_FROM.format(ended_at="coalesce(shown.ended_at, staged.ended_at)")}
    ) AS rating (mu, sigma, grows_from)
"""
)
# The same by what is shown alone, even of games that are queued.
SHOWN_RATING = f"""
    {SPAN}
    LEFT JOIN LATERAL (
        SELECT mu, sigma, {GROWS_FROM.format(ended_at="ended_at")} AS grows_from FROM leagues_result
        WHERE ruleset = total.ruleset AND person_id = total.person_id
            AND ended_at >= since AND ended_at < until
        ORDER BY ended_at DESC, game_id DESC LIMIT 1
    ) AS rating ON true
"""
VALUES = "games, wins, draws, timeouts, numbers, mu, sigma, grows_from"
FRESH_VALUES = ", ".join(f"EXCLUDED.{name}" for name in VALUES.split(", "))
UPSERT_STANDINGS = f"""
    INSERT INTO leagues_leaguestanding AS standing (person_id, ruleset, season, {VALUES})
    SELECT person_id, total.ruleset, season, games, wins, draws, timeouts,
        coalesce(numbers, '{{{{}}}}'), rating.mu, rating.sigma, rating.grows_from
    FROM total LEFT JOIN numbers USING (person_id, ruleset, season) {{rating}}
    WHERE games > 0
    ON CONFLICT (ruleset, season, person_id) DO UPDATE SET ({VALUES}) = ROW ({FRESH_VALUES})
"""
# What standings add up of the results of some games: a rating that differs changes no sum.
SELECT_SUMMANDS = """
    SELECT game_id, person_id, ruleset, ended_at, ending, timeouts, numbers
    FROM {table} WHERE game_id = ANY(%(games)s)
"""
SELECT_STAGED, SELECT_SHOWN = (
    SELECT_SUMMANDS.format(table=table) for table in ("leagues_stagedresult", "leagues_result")
)
# Each person's rows as they stand are entries as well, so that the cost is that of what changes.
UPDATE_STANDINGS = f"""
    WITH change AS (
        SELECT *, 1 AS sign FROM ({SELECT_STAGED} EXCEPT {SELECT_SHOWN}) AS added
        UNION ALL SELECT *, -1 FROM ({SELECT_SHOWN} EXCEPT {SELECT_STAGED}) AS taken
    ), entry AS (
        {ENTRIES}
        UNION ALL
        SELECT person_id, ruleset, season, games, wins, draws, timeouts, 1, numbers
        FROM leagues_leaguestanding
        WHERE ruleset IN (%(ruleset)s, '') AND person_id IN (SELECT person_id FROM change)
    ), {TOTALS}, gone AS (
        DELETE FROM leagues_leaguestanding standing USING total
        WHERE total.games = 0 AND standing.person_id = total.person_id
            AND standing.ruleset = total.ruleset AND standing.season = total.season
    )
    {UPSERT_STANDINGS.format(rating=SEASON_RATING)}
"""
DELETE_WITHDRAWN_RESULTS = """
    DELETE FROM leagues_result result WHERE game_id = ANY(%(games)s) AND NOT EXISTS (
        SELECT FROM leagues_stagedresult
        WHERE game_id = result.game_id AND person_id = result.person_id
    )
"""
UPSERT_RESULTS = f"""
    INSERT INTO leagues_result ({FIELDS})
    SELECT {FIELDS} FROM leagues_stagedresult WHERE game_id = ANY(%(games)s) ORDER BY id
    ON CONFLICT (game_id, person_id) DO UPDATE SET ({FIELDS}) = ROW (
        {", ".join(f"EXCLUDED.{name}" for name in RESULT_FIELDS)}
    )
"""
UPDATE_RATINGS = f"""
    UPDATE leagues_leaguestanding standing
    SET mu = last.mu, sigma = last.sigma, grows_from = last.grows_from
    FROM (
        SELECT id, rating.mu, rating.sigma, rating.grows_from
        FROM leagues_leaguestanding total {SEASON_RATING}
        WHERE total.ruleset = %(ruleset)s AND total.person_id = ANY(%(people)s)
    ) AS last
    WHERE standing.id = last.id
        AND (standing.mu, standing.sigma, standing.grows_from)
            IS DISTINCT FROM (last.mu, last.sigma, last.grows_from)
"""
INSERT_STANDINGS = f"""
    WITH change AS (
        SELECT *, 1 AS sign FROM leagues_result WHERE person_id = ANY(%(people)s)
    ), entry AS ({ENTRIES}), {TOTALS}
    {UPSERT_STANDINGS.format(rating=SHOWN_RATING)}
"""
DELETE_FROM_QUEUE = (
    "DELETE FROM leagues_stagedresult WHERE game_id = ANY(%(games)s)",
    "DELETE FROM leagues_queuedgame WHERE game_id = ANY(%(games)s)",
)


def publish_results(ruleset: str) -> None:
    """Replace the results and standings that are shown of a rule set by those that were rated,
    unless one of its queued games is due again.

    This must run in the transaction that locks results.
    """
    # Locked, so that none becomes due in between: an annulment waits, and then asks again.
    queued = QueuedGame.objects.select_for_update().filter(ruleset=ruleset).order_by("pk")
    states = dict(queued.values_list("pk", "is_done"))
    if not all(states.values()):
        return
    games = list(states)
    if len(games) > MANY:
        log.warning("a large league changes over: run manage.py rate", ruleset=ruleset)
    results = StagedResult.objects.filter(ruleset=ruleset)
    people = list(results.order_by("person").values_list("person", flat=True).distinct())
    # What is staged goes last: each statement looks for last results among all that there is.
    update_results = UPDATE_STANDINGS, DELETE_WITHDRAWN_RESULTS, UPSERT_RESULTS
    _run(update_results, ruleset, "games", games)
    _run((UPDATE_RATINGS,), ruleset, "people", people)
    _run(DELETE_FROM_QUEUE, ruleset, "games", games)


def _run(statements: Iterable[str], ruleset: str, name: str, numbers: list[int]) -> None:
    """Execute statements with a chunk of these numbers at a time."""
    with connection.cursor() as cursor:
        for start in range(0, len(numbers), CHUNK):
            for statement in statements:
                chunk = numbers[start : start + CHUNK]
                cursor.execute(statement, {"ruleset": ruleset, name: chunk})
                failpoints.hit("half_published")


def rebuild_standings() -> None:
    """Add up all standings from the results that are shown."""
    with transaction.atomic(), connection.cursor() as cursor:
        LeagueStanding.objects.all().delete()
        people = list(Result.objects.order_by("person").values_list("person", flat=True).distinct())
        for start in range(0, len(people), CHUNK):
            cursor.execute(INSERT_STANDINGS, {"people": people[start : start + CHUNK]})
