"""Bring the public archive in line with the games, whatever has happened to it."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from records import archiving


class Command(BaseCommand):
    help = (
        "Take into the public archive what is missing, and out of it what does not belong there; "
        "count openings again."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--all", action="store_true", help="make the rows of every game again")

    def handle(self, *args: Any, **options: Any) -> None:
        queued = archiving.queue_games(all_of_them=options["all"])
        done = sum(1 for _game in archiving.archive_changed_games())
        archiving.recount_openings()
        self.stdout.write(f"{queued:,} games were queued, {done:,} have been looked at.")
