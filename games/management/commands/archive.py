"""Move the events of games that ended long ago to the archive; it can be stopped at any time."""

from __future__ import annotations

from datetime import timedelta
from time import monotonic
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from games.play import archive, clock

DAYS = 365
SECONDS = 10.0  # between two lines of progress


class Command(BaseCommand):
    help = (
        "Move the events of games that ended long ago to the archive. They are read as before; the "
        "table of the others stays small."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--days", type=int, default=DAYS, help=f"how long ago they ended (default: {DAYS})"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        now = clock.now()
        total, told = 0, monotonic()
        for moved in archive.archive_games(now - timedelta(days=options["days"]), now=now):
            total += moved
            if monotonic() - told > SECONDS:
                told = monotonic()
                self.stdout.write(f"{total:,} events archived.")
        self.stdout.write(f"{total:,} events archived. No game is left.")
