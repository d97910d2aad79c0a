"""What the database writes down of a simulated year, by triggers that no code of the site knows:
each deadline as it is set and moved, days off, pauses, and what leaves the outbox."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import msgspec
from django.db import connection

TABLES = {
    "games_decision": "",
    "games_dayoff": "",
    "games_playerspause": "",
    "games_takeback": "",
    "games_game": "WHEN (OLD.paused_at IS DISTINCT FROM NEW.paused_at)",
    "games_seat": "WHEN (OLD.is_absent IS DISTINCT FROM NEW.is_absent)",
}
CREATE = """
    CREATE TABLE year_diary (
        id bigserial PRIMARY KEY, at timestamptz NOT NULL, name text NOT NULL,
        old jsonb, new jsonb
    );
    CREATE FUNCTION year_note() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        INSERT INTO year_diary (at, name, old, new) VALUES (
            current_setting('year.now')::timestamptz, TG_TABLE_NAME, to_jsonb(OLD), to_jsonb(NEW)
        );
        RETURN NULL;
    END $$;
"""
TRIGGERS = """
    CREATE TRIGGER year_changed AFTER UPDATE ON {name} FOR EACH ROW {when}
        EXECUTE FUNCTION year_note();
    CREATE TRIGGER year_made AFTER INSERT OR DELETE ON {name} FOR EACH ROW
        EXECUTE FUNCTION year_note();
"""
READ = "SELECT id, at, name, old::text, new::text FROM year_diary WHERE id > %s ORDER BY id"


@dataclass(frozen=True, slots=True)
class Entry:
    """A row that was made, changed or deleted: as it was before, and as it is."""

    number: int
    at: datetime
    table: str
    old: dict[str, Any] | None
    new: dict[str, Any] | None


def begin_diary() -> None:
    """Let the database keep a diary from now on."""
    with connection.cursor() as cursor:
        cursor.execute(CREATE)
        for name, when in TABLES.items():
            cursor.execute(TRIGGERS.format(name=name, when=when))


def set_time(now: datetime) -> None:
    """Say what time it is in the year."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT set_config('year.now', %s, false)", [now.isoformat()])


def read_diary(after: int = 0) -> Iterator[Entry]:
    """Yield what was written down after an entry of a number."""
    with connection.cursor() as cursor:
        cursor.execute(READ, [after])
        for number, at, table, old, new in cursor.fetchall():
            yield Entry(number, at, table, _read_row(old), _read_row(new))


def _read_row(text: str | None) -> dict[str, Any] | None:
    return msgspec.json.decode(text) if text else None
