"""The ticks of a site in a year that passes from one moment at which something is due to the next
one: each tick runs at multiples of its period, as ``ops.ticks`` says, where it has something to do.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

from django.db import connection

from games import tasks
from ops.ticks import TICKS

# When the earliest work of each kind is due. A question of a paused game waits in the outbox, and
# is tried every thirty seconds in vain: nothing is due there before the game goes on. Nor is any
# letter before a mail server that is out of order is tried again.
DUE = """
    SELECT 'letters', min(greatest(next_at, coalesce(
        (SELECT probe_at FROM mail_breaker WHERE queue = 'letters'), next_at
    ))) FROM mail_delivery AS letter
    WHERE status = 'waiting' AND queue = 'letters' AND NOT {paused}
    UNION ALL SELECT 'channels', min(next_at) FROM mail_delivery AS letter
    WHERE status = 'waiting' AND queue = 'channels' AND NOT {paused}
    UNION ALL SELECT 'silence', min(greatest(due_at, CASE WHEN told_at IS NULL
        THEN due_at + interval '3 days' ELSE due_at END))
    FROM games_decision AS decision JOIN games_game AS game ON game.id = game_id
    WHERE closed_at IS NULL AND paused_at IS NULL
    UNION ALL SELECT 'reminders', min(remind_at)
    FROM games_decision AS decision JOIN games_game AS game ON game.id = game_id
    WHERE closed_at IS NULL AND told_at IS NOT NULL AND paused_at IS NULL
        AND remind_at IS NOT NULL AND due_at > current_setting('year.now')::timestamptz
    UNION ALL SELECT 'house', min(decision.opened_at)
    FROM games_decision AS decision JOIN games_game AS game ON game.id = game_id
    WHERE closed_at IS NULL AND is_for_bot AND paused_at IS NULL
    UNION ALL SELECT 'tables', min(at) FROM (
        SELECT until AS at FROM games_playerspause WHERE ended_at IS NULL
            AND (outcome = '' OR started_at IS NOT NULL)
        UNION ALL SELECT silent_at FROM games_playerspause WHERE outcome = ''
        UNION ALL SELECT ends_at FROM games_dayoff WHERE ends_at IS NOT NULL
        UNION ALL SELECT hands_over_at
            FROM games_decision AS decision JOIN games_game AS game ON game.id = game_id
                JOIN games_seat AS seat ON seat.id = seat_id
            WHERE closed_at IS NULL AND hands_over_at IS NOT NULL AND paused_at IS NULL
                AND NOT is_absent
        UNION ALL SELECT absent_until FROM games_seat WHERE absent_until IS NOT NULL
    ) AS tended
"""
PAUSED = """
    EXISTS (
        SELECT FROM games_decision AS decision JOIN games_game AS game ON game.id = game_id
        WHERE decision.id = (letter.about->>'decision')::bigint AND paused_at IS NOT NULL
    ) AND letter.error <> ''
"""
WORK: dict[str, Callable[[], int]] = {
    "letters": tasks.send_letters,
    "channels": tasks.send_notices,
    "silence": tasks.expire_decisions,
    "reminders": tasks.send_reminders,
    "house": tasks.play_bots,
    "tables": tasks.tend_tables,
}


class Ticks:
    """The ticks of a site, and when each kind ran last."""

    def __init__(self, begin: datetime) -> None:
        self.last = dict.fromkeys(WORK, begin)
        self.runs = dict.fromkeys(WORK, 0)

    def list_due(self, now: datetime) -> list[tuple[datetime, str]]:
        """Return when which ticks have something to do next, the first one first."""
        with connection.cursor() as cursor:
            cursor.execute(DUE.format(paused=f"({PAUSED})"))
            rows = cursor.fetchall()
        return sorted(
            (self._tick_at(kind, max(at, now)), kind) for kind, at in rows if at is not None
        )

    def _tick_at(self, kind: str, due: datetime) -> datetime:
        """Return the first tick of a kind at which what is due then can be done."""
        period = timedelta(seconds=TICKS[kind].period)
        earliest = max(due, self.last[kind] + period)
        return earliest + (datetime.min.replace(tzinfo=UTC) - earliest) % period

    def run(self, kind: str, now: datetime) -> None:
        """Let a tick of a kind do what is due."""
        WORK[kind]()
        self.last[kind] = now
        self.runs[kind] += 1
