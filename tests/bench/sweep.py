"""What the sweep of deadlines costs among very many that are not due."""

from __future__ import annotations

import statistics
import time
from datetime import timedelta

from django.db import connection

from conquest.bench import Measurements
from games.models import Game
from games.play import clock, decisions

OPEN_DECISIONS = 1_000_000
SEATS = """
    INSERT INTO games_seat (game_id, name, "order", colour, is_absent, timeouts_in_row, timeouts,
                            level, word, numbers, has_won)
    SELECT %s, 'seat' || n, 4 + n %% 32000, 'colour' || n, false, 0, 0, '', '', '{}', false
    FROM generate_series(1, %s) AS n
"""
OPENED = """
    INSERT INTO games_decision (game_id, seat_id, kind, version, number, opened_at, due_at,
                                told_at, closed_by)
    SELECT game_id, id, 'turn', 1, 1, now(), now() + interval '1 day' + id * interval '1 s',
           now(), ''
    FROM games_seat WHERE name LIKE 'seat%%'
"""


def measure(figures: Measurements) -> None:
    """Ask for due decisions among a million open ones when none is due."""
    game = Game.objects.earliest("pk")
    with connection.cursor() as cursor:
        cursor.execute('ALTER TABLE games_seat DROP CONSTRAINT "seat_order_unique"')
        cursor.execute(SEATS, [game.pk, OPEN_DECISIONS])
        cursor.execute(OPENED)
        cursor.execute("ANALYZE games_decision")
    now = clock.now() - timedelta(hours=1)
    times = []
    for _ in range(50):
        began = time.perf_counter()
        assert not list(decisions.resolvable_decisions(now).values_list("pk", flat=True)[:100])
        times.append(1000 * (time.perf_counter() - began))
    figures.print_figure(
        "sweep among 1,000,000 open decisions, none due", statistics.median(times), "ms", 2
    )
