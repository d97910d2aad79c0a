"""List the keys that sign records, or withdraw one that somebody else may have."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.play import clock
from records import keys, signing


class Command(BaseCommand):
    help = "List the keys that sign records; with --withdraw, withdraw one for good."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--withdraw", metavar="ID", help="the key that somebody else may have")

    def handle(self, *args: Any, **options: Any) -> None:
        wanted = options["withdraw"]
        if wanted and not keys.withdraw_key(wanted, now=clock.now()):
            raise CommandError(f"There is no key {wanted} to withdraw.")
        for one in signing.keys_as_json(keys.list_keys())["keys"]:
            told = f"withdrawn {one['withdrawn']}" if one["withdrawn"] else one["until"] or "now"
            self.stdout.write(f"{one['id']}  {one['since']} – {told}")
