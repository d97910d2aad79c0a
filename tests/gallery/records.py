"""The public archive to look at: keys that signed, one that signs, and all games that are over."""

from __future__ import annotations

from datetime import UTC, datetime

from games.play import clock
from records import archiving, dumps
from records.models import KeyEntry

BEGUN, WITHDRAWN = KeyEntry.Kind.BEGUN, KeyEntry.Kind.WITHDRAWN


def fill() -> None:
    """Make the history of three keys, of which the first was withdrawn, and archive all games."""
    list(archiving.archive_changed_games())
    list(dumps.make_dumps(clock.now))
    for number, (kind, key, year) in enumerate(
        [(BEGUN, 1, 2023), (BEGUN, 2, 2024), (WITHDRAWN, 1, 2024), (BEGUN, 3, 2025)], start=1
    ):
        at = datetime(year, 5, 1, 12, tzinfo=UTC)
        KeyEntry.objects.create(number=number, kind=kind, public_key=bytes([key]) * 32, at=at)
