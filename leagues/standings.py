"""Shows what is worked out: results and standings of a rule set change over in one transaction."""

from __future__ import annotations

from collections.abc import Iterable

from django.db import connection, transaction

from leagues.last_ratings import LAST_RESULT
from leagues.models import RESULT_FIELDS, LeagueStanding, QueuedGame, Result, StagedResult
from mail import failpoints

CHUNK = 2000  # games or people: a statement takes about a second
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
# The last result of a person in a season of a row called ``total``.
SPAN = """
    CROSS JOIN LATERAL (
        SELECT CASE season WHEN 0 THEN '-infinity' ELSE
            make_timestamptz(season, 1, 1, 0, 0, 0, 'UTC') END,
        CASE season WHEN 0 THEN 'infinity' ELSE
            make_timestamptz(season + 1, 1, 1, 0, 0, 0, 'UTC') END
    ) AS span (since, until)
"""
SEASON_RESULT = SPAN + LAST_RESULT.format(
    ruleset="total.ruleset", person="total.person_id", since="since", until="until", game="0"
)
VALUES = "games, wins, draws, timeouts, numbers, mu, sigma"
FRESH_VALUES = ", ".join(f"EXCLUDED.{name}" for name in VALUES.split(", "))
STORE = f"""
    INSERT INTO leagues_leaguestanding AS standing (person_id, ruleset, season, {VALUES})
    SELECT person_id, total.ruleset, season, games, wins, draws, timeouts,
        coalesce(numbers, '{{}}'), coalesce(shown.mu, staged.mu),
        coalesce(shown.sigma, staged.sigma)
    FROM total LEFT JOIN numbers USING (person_id, ruleset, season) {SEASON_RESULT}
    WHERE games > 0
    ON CONFLICT (ruleset, season, person_id) DO UPDATE SET ({VALUES}) = ROW ({FRESH_VALUES})
"""
# What counts of the results of some games: the same again, rated otherwise, changes no sum.
COUNTED = """
    SELECT game_id, person_id, ruleset, ended_at, ending, timeouts, numbers
    FROM {table} WHERE game_id = ANY(%(games)s)
"""
FRESH, FORMER = (COUNTED.format(table=f"leagues_{one}") for one in ("stagedresult", "result"))
# Each person's rows as they stand are entries as well, so that the cost is that of what changes.
PUBLISH = f"""
    WITH change AS (
        SELECT *, 1 AS sign FROM ({FRESH} EXCEPT {FORMER}) AS added
        UNION ALL SELECT *, -1 FROM ({FORMER} EXCEPT {FRESH}) AS taken
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
    {STORE}
"""
FORGET = """
    DELETE FROM leagues_result result WHERE game_id = ANY(%(games)s) AND NOT EXISTS (
        SELECT FROM leagues_stagedresult
        WHERE game_id = result.game_id AND person_id = result.person_id
    )
"""
SHOW = f"""
    INSERT INTO leagues_result ({FIELDS})
    SELECT {FIELDS} FROM leagues_stagedresult WHERE game_id = ANY(%(games)s) ORDER BY id
    ON CONFLICT (game_id, person_id) DO UPDATE SET ({FIELDS}) = ROW (
        {", ".join(f"EXCLUDED.{name}" for name in RESULT_FIELDS)}
    )
"""
RATE = f"""
    UPDATE leagues_leaguestanding standing SET mu = last.mu, sigma = last.sigma
    FROM (
        SELECT id, coalesce(shown.mu, staged.mu) AS mu,
            coalesce(shown.sigma, staged.sigma) AS sigma
        FROM leagues_leaguestanding total {SEASON_RESULT}
        WHERE total.ruleset = %(ruleset)s AND total.person_id = ANY(%(people)s)
    ) AS last
    WHERE standing.id = last.id
        AND (standing.mu, standing.sigma) IS DISTINCT FROM (last.mu, last.sigma)
"""
REBUILD = f"""
    WITH change AS (
        SELECT *, 1 AS sign FROM leagues_result WHERE person_id = ANY(%(people)s)
    ), entry AS ({ENTRIES}), {TOTALS}
    {STORE}
"""
CLEAR = (
    "DELETE FROM leagues_stagedresult WHERE game_id = ANY(%(games)s)",
    "DELETE FROM leagues_queuedgame WHERE game_id = ANY(%(games)s)",
)


def publish_results(ruleset: str) -> None:
    """Replace what is shown of all queued games of a rule set by what is worked out.

    Unless one of them is due again; this must run in the transaction that locks results.
    """
    # Locked, so that none becomes due in between: an annulment waits, and then asks again.
    queued = QueuedGame.objects.select_for_update().filter(ruleset=ruleset).order_by("pk")
    states = dict(queued.values_list("pk", "is_done"))
    if not all(states.values()):
        return
    games = list(states)
    results = StagedResult.objects.filter(ruleset=ruleset)
    people = list(results.order_by("person").values_list("person", flat=True).distinct())
    # What is staged goes last: each statement looks for last results among all that there is.
    _run((PUBLISH, FORGET, SHOW), ruleset, "games", games)
    _run((RATE,), ruleset, "people", people)
    _run(CLEAR, ruleset, "games", games)


def _run(statements: Iterable[str], ruleset: str, name: str, numbers: list[int]) -> None:
    """Execute statements with a chunk of these numbers at a time."""
    with connection.cursor() as cursor:
        for start in range(0, len(numbers), CHUNK):
            for statement in statements:
                chunk = numbers[start : start + CHUNK]
                cursor.execute(statement, {"ruleset": ruleset, name: chunk})
                failpoints.hit("half_published")


def rebuild_standings() -> None:
    """Work out all standings from the results that are shown."""
    with transaction.atomic(), connection.cursor() as cursor:
        LeagueStanding.objects.all().delete()
        people = list(Result.objects.order_by("person").values_list("person", flat=True).distinct())
        for start in range(0, len(people), CHUNK):
            cursor.execute(REBUILD, {"people": people[start : start + CHUNK]})
