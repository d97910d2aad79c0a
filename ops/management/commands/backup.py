"""``manage.py backup FOLDER``: write all that is kept to a file, while people play."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from mail import clock
from ops import backups


class Command(BaseCommand):
    help = "Write all of the database to a file in a folder, and remove the backups that are old."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("folder", type=Path)
        parser.add_argument(
            "--days",
            type=int,
            default=settings.BACKUP_DAYS,
            help="for how many days backups are kept, 0 for ever (default: BACKUP_DAYS)",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        now, folder, days = clock.now(), options["folder"], options["days"]
        try:
            backup = backups.make_backup(folder, now=now)
        except backups.BackupError as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"{backup}: {backup.stat().st_size:,} bytes.")
        # After the new one is whole: a night that fails must not cost an older one.
        for old in backups.remove_backups(folder, days=days, now=now) if days else ():
            self.stdout.write(f"{old}: removed.")
