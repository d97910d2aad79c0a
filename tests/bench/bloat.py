"""How many dead rows a month of games leaves, with the site's settings of autovacuum and without.

``python -m tests.bench bloat [GAMES]`` goes through the month, six hours at a step. Autovacuum is
played, too: after each step a table is vacuumed where PostgreSQL would do so, so that the figures
depend neither on how fast a machine is nor on when its autovacuum wakes up.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass

from django.db import connection

from conquest.bench import Measurements
from tests import database

GAMES, TURNS_A_DAY = 300, 4
STEP = 6  # hours
MONTH, YEAR, FORTNIGHT, PREVIEWS = (24 * days for days in (30, 360, 14, 120))  # hours
# What PostgreSQL does without settings: dead rows, and their share of all.
THRESHOLD, SCALE = 50, 0.2
ROWS = "generate_series({first}, {last}) AS hour, generate_series(1, {count}) AS n"
NUMBER = "(hour * 1000000::bigint + n)"


@dataclass(frozen=True)
class Load:
    """What a table bears: how many rows come with a turn, and stay for how many hours; how often
    each is changed at once, and what is done to it hours later."""

    table: str
    share: float
    stays: int
    columns: str
    values: str
    changes: tuple[str, ...]
    later: tuple[tuple[int, str], ...] = ()
    key: str = "id"

    @property
    def rows_of_hours(self) -> str:
        """The condition that a row came in some hours."""
        low, high = "'{first:013}000000'", "'{last:013}999999'"
        return f"WHERE {self.key} BETWEEN {low} AND {high}"

    @property
    def insertion(self) -> str:
        number = NUMBER if self.key == "id" else f"lpad(({NUMBER})::text, 19, '0')"
        head = f"INSERT INTO {self.table} ({self.key}, {self.columns})"
        return f"{head} SELECT {number}, {self.values} FROM {ROWS}"

    def changing(self, change: str) -> str:
        """Return the statement for a change of the rows of some hours."""
        return f"UPDATE {self.table} SET {change} {self.rows_of_hours}"


CLAIM = "attempts = attempts + 1, next_at = now() + interval '1 hour'"
LOADS = (
    Load(
        *("mail_delivery", 1, YEAR),
        "queue, key, kind, about, address, status, attempts, created_at, next_at, error",
        f"'letters', {NUMBER}, 'decision', '{{{{}}}}', 'nobody@example.org', 'waiting', 0, now(),"
        " now(), ''",
        (CLAIM, CLAIM, "status = 'sent', sent_at = now()"),
    ),
    Load(
        *("games_decision", 1, YEAR),
        "game_id, seat_id, kind, version, number, opened_at, due_at, closed_by",
        f"1, {NUMBER}, 'turn', 1, 1, now(), now() + interval '1 day', ''",
        ("told_at = now()",),
        ((6, "closed_at = now(), closed_by = 'answer'"),),
    ),
    Load(
        *("games_preview", 0.1, PREVIEWS),
        "seat_id, person_id, kind, text, version, made_at",
        "1, 1, 'turn', 'S12-S13', 1, now()",
        ("closed_at = now()",),
    ),
    Load(
        *("games_attempt", 0.1, STEP),
        "decision_id, task, count, retry_at, error",
        f"{NUMBER}, 'silence', 0, now(), ''",
        ("count = 1",),
    ),
    Load(
        *("inbox_incomingmail", 0.1, FORTNIGHT),
        "key, door, envelope, raw, status, outcome, attempts, arrived_at, next_at, error",
        f"{NUMBER}, 'lmtp', '', repeat(md5(n::text), 60)::bytea, 'waiting', '', 0, now(), now(),"
        " ''",
        (CLAIM, "status = 'handled', handled_at = now()"),
    ),
    Load(
        *("django_session", 0.2, FORTNIGHT),
        "session_data, expire_date",
        "repeat(md5(n::text), 8), now()",
        (),
        tuple((24 * day, f"expire_date = now() + interval '{day} days'") for day in range(1, 14)),
        "session_key",
    ),
)


@dataclass
class Outcome:
    """What a month has left in a table."""

    live: int = 0
    most_dead: int = 0
    vacuums: int = 0
    megabytes: float = 0.0


Outcomes = dict[str, Outcome]


def measure(figures: Measurements, count: int = GAMES, hours: int = MONTH) -> tuple[Outcomes, ...]:
    """Measure a month of a number of games without settings and with those of the site."""
    found = []
    for has_settings in (False, True):
        with database.copied("bloat") as name, database.connected(name):
            found.append(_play_month(count, hours, has_settings=has_settings))
    without, with_them = found
    for table, one in with_them.items():
        figures.print_figure(f"most dead rows of {table}", one.most_dead, "rows")
    return without, with_them


def _play_month(count: int, hours: int, *, has_settings: bool) -> Outcomes:
    _run("SET session_replication_role = replica")  # neither triggers nor references
    _run("SET statement_timeout = 0")
    _run("SET synchronous_commit = off")
    outcomes = {load.table: Outcome() for load in LOADS}
    for load in LOADS:
        if not has_settings:
            _run(f"ALTER TABLE {load.table} RESET (autovacuum_vacuum_scale_factor)")
        _run(f"ALTER TABLE {load.table} SET (autovacuum_enabled = false)")  # we play it
        rows = _rows_an_hour(load, count)
        _run(load.insertion, first=YEAR - load.stays, last=YEAR - 1, count=rows)
        for change in (*load.changes, *(late for _, late in load.later)):
            _run(load.changing(change), first=YEAR - load.stays, last=YEAR - 1)
        _run(f"VACUUM FULL {load.table}")
        _run(FLUSH)  # else what was counted comes in after the vacuum
        _run(f"VACUUM ANALYZE {load.table}")  # which alone counts the dead again
    for hour in range(YEAR, YEAR + hours, STEP):
        for load in LOADS:
            _play_step(load, hour, _rows_an_hour(load, count))
            _play_autovacuum(load.table, outcomes[load.table])
    return outcomes


def _rows_an_hour(load: Load, count: int) -> int:
    return max(1, round(count * TURNS_A_DAY / 24 * load.share))


def _play_step(load: Load, hour: int, rows: int) -> None:
    """Let the rows of some hours come, those before them change, and the oldest go."""
    _run(load.insertion, **_hours(hour), count=rows)
    for change in load.changes:
        _run(load.changing(change), **_hours(hour))
    for age, change in load.later:
        _run(load.changing(change), **_hours(hour - age))
    if load.stays < YEAR:
        _run(f"DELETE FROM {load.table} {load.rows_of_hours}", **_hours(hour - load.stays))


def _hours(first: int) -> dict[str, int]:
    return {"first": first, "last": first + STEP - 1}


FLUSH = "SELECT pg_stat_force_next_flush()"
STATE = """
    SELECT stat.n_live_tup, stat.n_dead_tup, pg_total_relation_size(stat.relid) / 1e6,
        class.reltuples, (
            SELECT option_value::float FROM pg_options_to_table(class.reloptions)
            WHERE option_name = 'autovacuum_vacuum_scale_factor'
        )
    FROM pg_stat_user_tables AS stat JOIN pg_class AS class ON class.oid = stat.relid
    WHERE stat.relname = %s
"""


def _play_autovacuum(table: str, outcome: Outcome) -> None:
    """Vacuum a table if PostgreSQL would; note how it is."""
    with connection.cursor() as cursor:
        cursor.execute(FLUSH)
        cursor.execute(STATE, [table])
        live, dead, megabytes, rows, scale = cursor.fetchone()
    outcome.live, outcome.megabytes = live, megabytes
    outcome.most_dead = max(outcome.most_dead, dead)
    if dead > THRESHOLD + (SCALE if scale is None else scale) * rows:
        _run(f"VACUUM ANALYZE {table}")
        outcome.vacuums += 1


def _run(statement: str, **values: int) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement.format(**values))


def as_table(without: Outcomes, with_them: Outcomes) -> str:
    """Return what both have left as a Markdown table."""
    head = ["table", "rows", "dead at most", "with settings", "MB", "with", "vacuums", "with"]
    lines = [head, ["---"] * len(head)]
    for table, one in without.items():
        two = with_them[table]
        figures = (one.live, one.most_dead, two.most_dead, one.megabytes, two.megabytes)
        counted = (one.vacuums, two.vacuums)
        lines.append([f"`{table}`", *(f"{figure:,.0f}" for figure in (*figures, *counted))])
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def measure_alone(figures: Measurements) -> None:
    """Measure as many games as are asked for; print the table."""
    count = int(sys.argv[2]) if len(sys.argv) > 2 else GAMES
    print(as_table(*measure(figures, count)), flush=True)
