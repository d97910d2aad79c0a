"""Fills in reliability records of the last year, a slice in each transaction, while games are
played. It can be run again from wherever it ended."""

from __future__ import annotations

import json
from typing import Any, ClassVar

from django.db import migrations

from conquest import registry

SLICE = 2_000  # numbers of decisions, or of games
# Who has sat there since it was asked, and has answered it by themselves. Days off of then are
# not asked for.
TURNS = """
    INSERT INTO games_reliabilityrecord (person_id, game_id, kind, at, is_kept, seconds)
    SELECT seat.person_id, decision.game_id, known.pace, decision.closed_at,
        decision.closed_by = 'answer',
        greatest(0, extract(
            epoch FROM decision.closed_at - greatest(decision.opened_at, decision.told_at)
        ))
    FROM games_decision AS decision
    JOIN games_game AS game ON game.id = decision.game_id
    JOIN games_seat AS seat ON seat.id = decision.seat_id
    JOIN accounts_person AS person ON person.id = seat.person_id
    JOIN jsonb_to_recordset(%(kinds)s::jsonb) AS known (ruleset text, kind text, pace text)
        ON known.ruleset = game.ruleset AND known.kind = decision.kind
    WHERE decision.id > %(after)s AND decision.id <= %(upto)s
        AND decision.closed_at > now() - interval '1 year'
        AND NOT game.is_private AND NOT person.is_house AND person.is_active
        AND seat.joined_at <= decision.opened_at
        AND (
            decision.closed_by = 'silence' AND decision.told_at IS NOT NULL
            OR decision.closed_by = 'answer' AND EXISTS (
                SELECT FROM games_submission AS own
                WHERE own.seat_id = seat.id AND own.person_id = person.id
                    AND own.at = decision.closed_at
            )
        )
        AND EXISTS (
            SELECT FROM games_seat AS other
            JOIN accounts_person AS another ON another.id = other.person_id
            WHERE other.game_id = game.id AND other.id <> seat.id AND NOT another.is_house
        )
        AND NOT EXISTS (
            SELECT FROM games_reliabilityrecord AS there
            WHERE there.person_id = person.id AND there.kind = known.pace
                AND there.at = decision.closed_at AND there.game_id = game.id
        )
"""
GAMES = """
    INSERT INTO games_reliabilityrecord (person_id, game_id, kind, at, is_kept)
    SELECT ended.person_id, ended.game_id, 'game', ended.at, ended.is_kept
    FROM (
        SELECT person_id, game_id, at, false AS is_kept FROM games_departure
        UNION ALL
        SELECT seat.person_id, seat.game_id, game.ended_at,
            NOT seat.is_absent OR seat.absent_until IS NOT NULL
        FROM games_seat AS seat JOIN games_game AS game ON game.id = seat.game_id
        WHERE game.status = 'over'
    ) AS ended
    JOIN games_game AS game ON game.id = ended.game_id
    JOIN accounts_person AS person ON person.id = ended.person_id
    WHERE game.id > %(after)s AND game.id <= %(upto)s
        AND ended.at > now() - interval '1 year'
        AND NOT game.is_private AND NOT person.is_house AND person.is_active
        AND (
            EXISTS (
                SELECT FROM games_seat AS other
                JOIN accounts_person AS another ON another.id = other.person_id
                WHERE other.game_id = game.id AND other.person_id <> person.id
                    AND NOT another.is_house
            )
            OR EXISTS (
                SELECT FROM games_departure AS left_by
                WHERE left_by.game_id = game.id AND left_by.person_id <> person.id
            )
        )
    ON CONFLICT DO NOTHING
"""


def known_kinds() -> str:
    """Return on which clock each kind of decision of each game runs, as JSON."""
    rules = registry.find_rulesets()
    return json.dumps(
        [
            {"ruleset": slug, "kind": name, "pace": kind.pace}
            for slug, one in rules.items()
            for name, kind in one.judgement.decision_kinds.items()
        ]
    )


def fill(apps: Any, schema_editor: Any) -> None:
    """Record what decisions, departures and ended games of the last year tell."""
    kinds = known_kinds()
    for model, statement in (("Decision", TURNS), ("Game", GAMES)):
        last = apps.get_model("games", model).objects.order_by("-pk").values_list("pk", flat=True)
        for after in range(0, last.first() or 0, SLICE):
            with schema_editor.connection.cursor() as cursor:
                given = {"kinds": kinds, "after": after, "upto": after + SLICE}
                cursor.execute(statement, given)


class Migration(migrations.Migration):
    atomic = False
    dependencies: ClassVar = [("games", "0074_check_asks_reliability")]

    operations: ClassVar = [migrations.RunPython(fill, migrations.RunPython.noop)]
