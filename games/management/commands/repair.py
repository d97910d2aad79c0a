"""Repair games whose stored positions do not follow from their events."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.models import Game
from games.play import clock, repair


class Command(BaseCommand):
    help = "Work out the positions and snapshots of one game, or of all, again from the events."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("game", nargs="?", type=int, help="the number of the game")

    def handle(self, *args: Any, **options: Any) -> None:
        chosen = Game.objects.filter(version__gt=0).order_by("pk")
        if options["game"] is not None:
            chosen = chosen.filter(pk=options["game"])
        lost = [pk for pk in chosen.values_list("pk", flat=True) if not self._repair_game(pk)]
        if lost:
            raise CommandError(f"{len(lost)} games need their events from a backup.")

    def _repair_game(self, pk: int) -> bool:
        """Repair a game; return whether its events allowed it."""
        # A transaction for each game: those that are beyond repair do not stop the others.
        try:
            repaired = repair.repair_game(pk, now=clock.now())
        except repair.BeyondRepairError as error:
            self.stderr.write(f"Game {pk}: {error}.")
            return False
        if repaired:
            self.stdout.write(f"Game {pk}: positions worked out again: {repaired}.")
        return True
