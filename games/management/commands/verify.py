"""Says of which games what is kept is not what was kept."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.models import Game
from games.play import store


class Command(BaseCommand):
    help = (
        "Verify one game, or all: that its events follow one another, and that its positions come "
        "of them."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("game", nargs="?", type=int, help="the number of the game")

    def handle(self, *args: Any, **options: Any) -> None:
        chosen = Game.objects.filter(version__gt=0).order_by("pk")
        if options["game"] is not None:
            chosen = chosen.filter(pk=options["game"])
        if not chosen.exists() and options["game"] is not None:
            raise CommandError(f"There is no game {options['game']} with events.")
        broken = [(game, wrong) for game in chosen if (wrong := store.verify(game))]
        for game, wrong in broken:
            self.stderr.write(f"Game {game.pk}: {wrong}.")
        if broken:
            raise CommandError(f"{len(broken)} of {chosen.count()} games are not whole.")
        self.stdout.write(f"{chosen.count()} games are whole.")
