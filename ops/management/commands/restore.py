"""``manage.py restore FILE``: fill an empty database from a backup."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from ops import backups

NEXT = "Now run manage.py migrate, then manage.py verify, before the site is started."


class Command(BaseCommand):
    help = (
        "Fill the database of DATABASE_URL, which must be empty, from a file of manage.py backup."
    )
    requires_system_checks: list[str] = []  # some ask for tables, and there are none

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("backup", type=Path)

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            backups.restore_backup(options["backup"])
        except backups.BackupError as error:
            raise CommandError(str(error)) from error
        self.stdout.write(NEXT)
