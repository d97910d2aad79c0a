"""The last rating that somebody had before a moment, among what is worked out by now."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from django.db import connection

from leagues.growing_doubt import DatedRating
from leagues.models import QueuedGame
from leagues.plackett_luce import Rating

# Joins ``staged`` and ``shown``; the one that is there is the last result of {person} in {ruleset}
# since {since} and before the moment ({until}, {game}). What is shown of a queued game counts no
# more. Bounded by the last staged result, the search passes over no more of them than were
# annulled, however many games are queued.
LAST_RESULT = """
    LEFT JOIN LATERAL (
        SELECT ended_at, game_id, mu, sigma FROM leagues_stagedresult
        WHERE ruleset = {ruleset} AND person_id = {person}
            AND ended_at >= {since} AND (ended_at, game_id) < ({until}, {game})
        ORDER BY ended_at DESC, game_id DESC LIMIT 1
    ) staged ON true
    LEFT JOIN LATERAL (
        SELECT ended_at, mu, sigma FROM leagues_result result
        WHERE ruleset = {ruleset} AND person_id = {person}
            AND ended_at >= {since} AND (ended_at, game_id) < ({until}, {game})
            AND (ended_at, game_id)
                > (coalesce(staged.ended_at, '-infinity'), coalesce(staged.game_id, 0))
            AND NOT EXISTS (SELECT FROM leagues_queuedgame WHERE game_id = result.game_id)
        ORDER BY ended_at DESC, game_id DESC LIMIT 1
    ) shown ON true
"""
BEFORE = """
    SELECT person, coalesce(shown.mu, staged.mu), coalesce(shown.sigma, staged.sigma),
        coalesce(shown.ended_at, staged.ended_at)
    FROM unnest(%(people)s::bigint[]) AS person
""" + LAST_RESULT.format(
    ruleset="%(ruleset)s", person="person", since="'-infinity'", until="%(until)s", game="%(game)s"
)


def ratings_before(first: QueuedGame, people: Collection[int]) -> Mapping[int, DatedRating]:
    """Return the last rating that each of these people had before a game, if any. It is the first
    game to be rated, so that all earlier ones are."""
    given: dict[str, Any] = {"people": list(people), "ruleset": first.ruleset}
    given |= {"until": first.ended_at, "game": first.pk}
    # One search for each person in the index: DISTINCT ON would read all they ever played.
    with connection.cursor() as cursor:
        cursor.execute(BEFORE, given)
        rows = cursor.fetchall()
    return {
        person: DatedRating(Rating(mu, sigma), ended_at)
        for person, mu, sigma, ended_at in rows
        if mu is not None
    }
