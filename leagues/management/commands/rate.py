"""Brings the league up to date; ``--again`` rates every game from the first on."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from leagues import ranked_doubt, ratings
from mail import clock


class Command(BaseCommand):
    help = "Rate the games that are over."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--again", action="store_true", help="forget all ratings first")

    def handle(self, *args: Any, **options: Any) -> None:
        rated = ratings.rate_again() if options["again"] else ratings.rate_games()
        for _grown in ranked_doubt.grow_doubts(now=clock.now()):
            pass
        self.stdout.write(f"{rated} games rated.")
