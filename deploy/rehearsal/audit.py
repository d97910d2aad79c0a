"""What the site has in the end, against what was written down outside of it."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any

from django.db import connection

from conquest.kit import codec
from deploy.rehearsal.hosts import ROOT
from deploy.rehearsal.ledger import Ledger
from deploy.rehearsal.mailbox import Mailbox
from deploy.rehearsal.players import SILENT_SECONDS, PlayingPeople
from tests.chaos import audit
from tests.chaos.audit import Event, Found, Known

YOUNG = """
    CASE WHEN status = 'waiting' AND created_at >= %s THEN 'young' ELSE status END
"""
LETTERS = f"""
    SELECT 'delivery-' || id || '-' || replace(token::text, '-', ''), {YOUNG} FROM mail_delivery
"""
STUCK = """
    SELECT format('letter %%s (%%s), tried %%s times', id, kind, attempts) FROM mail_delivery
    WHERE status = 'waiting' AND created_at < %(closed)s
    UNION ALL
    SELECT format('decision %%s of game %%s (%%s)', id, game_id, kind) FROM games_decision
    WHERE closed_at IS NULL AND due_at < %(closed)s
"""
UNTOLD = """
    SELECT decision.id, decision.game_id FROM games_decision AS decision
    LEFT JOIN mail_delivery AS letter ON letter.key = 'decision-' || decision.id
    WHERE letter.id IS NULL AND decision.opened_at < %s
"""
EXPIRED = """
    SELECT decision.id, opened_at, due_at, closed_at,
           'delivery-' || letter.id || '-' || replace(token::text, '-', '')
    FROM games_decision AS decision
    JOIN mail_delivery AS letter ON letter.key = 'decision-' || decision.id
    WHERE closed_by = 'silence' AND game_id = ANY(%s)
"""


def now() -> Any:
    """Return the time by the database's clock."""
    return rows("SELECT now()")[0][0]


def stuck(closed: Any) -> list[str]:
    """List what still waits of all that was due at a time."""
    return [str(one) for (one,) in rows(STUCK, {"closed": closed})]


def compare(crowd: PlayingPeople, ledger: Ledger, mailbox: Mailbox, closed: Any) -> list[str]:
    """Return what is lost, twice, stuck, without its letter or early, a sentence each."""
    known = _known_facts(crowd, ledger, mailbox)
    return [
        *audit.compare(known, _found_facts(known, closed)),
        *(f"decision {pk} of game {game} has no letter" for pk, game in rows(UNTOLD, [closed])),
        *_list_early_ends(crowd, mailbox),
    ]


def _list_early_ends(crowd: PlayingPeople, mailbox: Mailbox) -> list[str]:
    """List the deadlines that passed before their time, or before the letter had come."""
    allowed = timedelta(seconds=SILENT_SECONDS)
    wrong = []
    for pk, opened, due, closed, letter in rows(EXPIRED, [[game.pk for game in crowd.silent]]):
        if closed < due or closed - opened < allowed:
            wrong.append(f"decision {pk} expired after {closed - opened}")
        if min(mailbox.came.get(letter, [closed.timestamp() + 1])) > closed.timestamp():
            wrong.append(f"decision {pk} expired before its letter had come")
    return wrong


def count_expired(crowd: PlayingPeople) -> int:
    """Count the deadlines that have passed."""
    return len(rows(EXPIRED, [[game.pk for game in crowd.silent]]))


def _known_facts(crowd: PlayingPeople, ledger: Ledger, mailbox: Mailbox) -> Known:
    return Known(
        turns=dict(ledger.turns),
        events={
            table.game.pk: [codec.pack_event(event) for event in table.mirror.events]
            for table in crowd.tables
        },
        received=mailbox.names,
        promised=[],
    )


def _found_facts(known: Known, closed: Any) -> Found:
    games = [list(known.events)]
    events: dict[int, list[Event]] = {game: [] for game in known.events}
    ordered = "SELECT game_id, kind, data::text FROM games_event WHERE game_id = ANY(%s)"
    for game, kind, data in rows(f"{ordered} ORDER BY game_id, seq", games):
        events[game].append((kind, json.loads(data)))
    turns = rows("SELECT game_id, key, text FROM games_submission WHERE game_id = ANY(%s)", games)
    return Found(
        turns=[(int(game), str(key), str(text)) for game, key, text in turns],
        events=events,
        letters={str(name): str(status) for name, status in rows(LETTERS, [closed])},
        coded=[],
        overdue=stuck(closed),
        broken=_verify_games(),
    )


def _verify_games() -> str:
    command = [sys.executable, "manage.py", "verify"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    return done.stderr.strip() if done.returncode else ""


def rows(query: str, values: Sequence[Any] | Mapping[str, Any] = ()) -> list[tuple[Any, ...]]:
    """Ask the database."""
    with connection.cursor() as cursor:
        cursor.execute(query, values)
        return list(cursor.fetchall())
