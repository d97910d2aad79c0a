"""Walks the hash chains of games and names the first event that does not fit."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.models import Game
from games.play import store


class Command(BaseCommand):
    help = "Verify the hash chain of one game, or of all."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("game", nargs="?", type=int, help="the number of the game")

    def handle(self, *args: Any, **options: Any) -> None:
        chosen = Game.objects.filter(version__gt=0).order_by("pk")
        if options["game"] is not None:
            chosen = chosen.filter(pk=options["game"])
        if not chosen.exists() and options["game"] is not None:
            raise CommandError(f"There is no game {options['game']} with events.")
        broken = [(game, bad) for game in chosen if (bad := store.verify(game)) is not None]
        for game, bad in broken:
            self.stderr.write(f"Game {game.pk}: event {bad} does not fit.")
        if broken:
            raise CommandError(f"{len(broken)} of {chosen.count()} games are not whole.")
        self.stdout.write(f"{chosen.count()} games are whole.")
