"""The sites of before: their dumps, restored and brought up to date, and what was known of them."""

from __future__ import annotations

import contextlib
import gzip
import json
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TypeAlias

from django.core.management import call_command
from django.db import connection

from games.models import Decision, Game
from tests import database

Known: TypeAlias = dict[str, Any]

HERE = Path(__file__).parent
CONQUEST, FIVE = "conquest", "five games"
FOLDERS = {CONQUEST: HERE, FIVE: HERE / "five_games"}
ADDRESS = "http://127.0.0.1:8000"  # as they were called


def _known(folder: Path) -> list[Known]:
    return list(json.loads(gzip.decompress((folder / "games.json.gz").read_bytes())))


KNOWN = {dump: _known(folder) for dump, folder in FOLDERS.items()}
PLAYED = {dump: [one for one in known if "version" in one] for dump, known in KNOWN.items()}
RUNNING = {
    dump: [one for one in known if one["status"] == "running" and not one.get("is_paused")]
    for dump, known in PLAYED.items()
}


def pairs(known: dict[str, list[Known]]) -> list[tuple[str, Known]]:
    """Return games with the names of their dumps, for a test of each."""
    return [(dump, one) for dump, games in known.items() for one in games]


def title(told: object) -> str:
    """Name what a test is about: a dump, or a game."""
    return str(told["title"]) if isinstance(told, dict) else str(told)


@contextlib.contextmanager
def restored(dump: str) -> Iterator[str]:
    """Restore a dump and bring it up to date, under a name that is given; drop it at the end."""
    name = f"test_upgrade_{uuid.uuid4().hex[:8]}"
    words = gzip.decompress((FOLDERS[dump] / "site.sql.gz").read_bytes()).decode()
    with database.made(name):
        with database.connected(name):
            with connection.cursor() as cursor:
                cursor.execute(words)
            connection.close()
            call_command("migrate", verbosity=0)
        yield name


def game_of(known: Known) -> Game:
    return Game.objects.get(pk=known["pk"])


def asked(game: Game) -> Decision | None:
    """Return the first that is asked of somebody in a game."""
    waiting = game.decisions.filter(closed_at=None).select_related("seat__person", "seat__stand_in")
    return next((one for one in waiting.order_by("pk") if one.seat.player), None)
